#!/bin/sh
# SPDX-License-Identifier: MIT
# Words of a question that nothing holds are taken for those that are one slip away, and that is told.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

unset ANTHROPIC_API_KEY OPENAI_API_KEY LUCUS_LLM_KEY
mkdir -p t/shop
cat > t/shop/orders.py <<'END'
class OrderBook:
    """Keeps the orders of customers."""

    def register_customer(self, name):
        """Register a customer by name."""
        self.customers.append(name)

    def validate_quantity(self, quantity):
        """Validate the quantity of an order."""
        if quantity < 1:
            raise ValueError("quantity must be positive")


def trombolize(order):
    """Trombolize an order, as the warehouse wants it."""
    return order
END
cat > t/shop/invoice.py <<'END'
def render_invoice(order, template):
    """Render the invoice of an order with a template."""
    return template.format(order)


def send_reminder(invoice):
    """Send a reminder of an invoice that was not paid."""
    return invoice
END
"$LUCUS" sync -q t --db t.db > sync.out

hits() {
	printf '%s\n' "$out" | jq -c 'select(.record == "hit") | [.name, .score]'
}
fixes() {
	field 'corrected // [] | map("\(.from)>\(.to)") | join(" ")'
}

# ---- one slip of each kind ----

q 'validate the quantity'
is 'nothing to correct: nothing is told' "$(printf '%s\n' "$out" | tail -n 1 | jq 'has("corrected")')$err" false
right=$(hits)
for w in quanity quanttity quantitz qauntity uantity xquantity wuantity uqantity; do
	q "validate the $w"
	is "$w: the hits" "$(hits)" "$right"
	is "$w: the record" "$(fixes) $(field unmatched)" "$w>quantity []"
done
q "Valdiate the QUANTITZ"
is 'several, in capitals' "$(fixes)" 'valdiate>validate quantitz>quantity'
q 'validate the quantity' -s bm25
right=$(hits)
q 'validate the qauntity' -s bm25
is 'full text alone' "$(hits) $(fixes)" "$right qauntity>quantity"
q 'register customer' -s vector
right=$(hits)
q 'regsiter custmoer' -s vector
is 'vectors alone' "$(hits) $(fixes)" "$right regsiter>register custmoer>customer"

# ---- words that only this code knows, and forms ----

q 'trobmolize'
is 'a word of this code' "$(fixes)" 'trobmolize>trombolize'
q 'trmobolzie'
is 'two slips in a long word' "$(fixes)" 'trmobolzie>trombolize'
q 'regsitering'
is 'a form that no element holds of a word that is held' "$(fixes) $(field unmatched)" 'regsitering>registering []'

# ---- identifiers ----

q 'validate_quantity'
right=$(hits)
q 'validate_qauntity'
is 'a part of an identifier' "$(hits) $(fixes)" "$right qauntity>quantity"
q 'sendRemidner'
is 'of one with capitals' "$(fixes) $(field selected_k | sed 's/[1-9]/some/')" 'remidner>reminder some'

# ---- what is left as it is ----

q 'validate the "qauntity"'
is 'in quotes' "$(fixes) $(field 'unmatched | join(" ")')" ' qauntity'
q 'validate the `qauntity`'
is 'in backticks' "$(fixes) $(field 'unmatched | join(" ")')" ' qauntity'
q 'validate the qauntity' --no-correct
is '--no-correct' "$(fixes) $(field 'unmatched | join(" ")')" ' qauntity'
q 'where is the quantile validated'
is 'a word that is known elsewhere is none of ours' "$(fixes) $(field 'unmatched | join(" ")')" ' quantile'
q 'validdata'
is 'nor is one that is two such words, by two slips' "$(fixes) $(field 'unmatched | join(" ")')" ' validdata'
q 'oder'
is 'a short one with one slip' "$(fixes)" 'oder>order'
q 'xyzzyplugh'
is 'nothing is near' "$(fixes) $(field 'unmatched | join(" ")') $(field selected_k)" ' xyzzyplugh 0'
q 'quäntity qauntity'
is 'other letters than English ones' "$(fixes) $(field 'unmatched | join(" ")')" 'qauntity>quantity quäntity'

# ---- people, the cache ----

q 'validate the qauntity' --format text
is 'people are told' "$err" 'lucus: query: showing results for quantity, not qauntity: --no-correct asks as it is written'
q 'validate the qauntity' --times
first=$(printf '%s\n' "$out" | jq -c 'del(.times)')
is 'the answer is kept' "$(field times.cached)" true
q 'validate the qauntity' --no-cache
is 'as it was' "$(printf '%s\n' "$out" | jq -c .)" "$first"

# ---- how much of the question is held ----

confidence() {
	q "$@" --answer
	field confidence
}
held=$(confidence 'how is the quantity of an order validated')
guessed=$(confidence 'how is the qauntity of an order validated')
absent=$(confidence 'how is the bluetooth of an order validated')
ok "confidence: held ($held) above corrected ($guessed) above absent ($absent)" jq -en "$held > $guessed and $guessed > $absent"
named=$(confidence 'what does validate_qauntity do')
ok "a name that is not there stays so ($named)" jq -en "$named < 0.35"
q 'qauntity' --adaptive
is 'a corrected word is enough for a choice' "$(field selected_k | sed 's/[1-9]/some/') $(fixes)" 'some qauntity>quantity'

done_testing
