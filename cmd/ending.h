/* SPDX-License-Identifier: MIT
 * The end of a process that was told to end, whatever its threads are at. */
#ifndef CMD_ENDING_H
#define CMD_ENDING_H

#define CMD_SIGNALLED 128 /* and the signal: the exit status of what one has ended */
#define CMD_PATIENCE  10  /* seconds that work has to see that it is to end */

/* Have the process end with the status of signal `sig` in `seconds`, unless it has ended by then. A store is whole at any
 * moment: what was not committed is done again. The last call counts. Async-signal-safe. */
void cmd_end_within(unsigned seconds, int sig);

#endif
