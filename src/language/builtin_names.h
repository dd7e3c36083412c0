/* SPDX-License-Identifier: MIT
 * Names that are built into languages, and names of methods that objects of their libraries have: what is
 * called so on an object of unknown type is not guessed. They are from the languages' own documentation, and only hold
 * back guesses: a name that the source defines or imports is found first. */
#ifndef LUCUS_LANGUAGE_BUILTIN_NAMES_H
#define LUCUS_LANGUAGE_BUILTIN_NAMES_H

/* lu_language.results of Java: what methods of its libraries give */
#define JAVA_RESULTS \
	"toString>String hashCode>int getClass>Class equals>boolean String.valueOf>String String.format>String " \
	"String.join>String Objects.toString>String Objects.hash>int Integer.valueOf>Integer Integer.parseInt>int " \
	"Integer.MAX_VALUE>int Integer.MIN_VALUE>int Integer.toString>String Long.valueOf>Long Long.parseLong>long " \
	"Long.MAX_VALUE>long Long.MIN_VALUE>long Short.valueOf>Short Byte.valueOf>Byte Float.valueOf>Float " \
	"Float.NaN>float Float.POSITIVE_INFINITY>float Float.NEGATIVE_INFINITY>float Float.MAX_VALUE>float " \
	"Double.valueOf>Double Double.parseDouble>double Double.NaN>double Double.MAX_VALUE>double " \
	"Double.POSITIVE_INFINITY>double Double.NEGATIVE_INFINITY>double Boolean.valueOf>Boolean " \
	"Boolean.TRUE>Boolean " \
	"Boolean.FALSE>Boolean Character.valueOf>Character Arrays.asList>List System.nanoTime>long " \
	"System.currentTimeMillis>long System.lineSeparator>String System.getProperty>String " \
	"Thread.currentThread>Thread Locale.getDefault>Locale Collections.emptyList>List " \
	"Collections.singletonList>List Collections.emptyMap>Map String.length>int String.trim>String " \
	"String.substring>String String.replace>String String.toLowerCase>String String.toUpperCase>String " \
	"String.charAt>char String.isEmpty>boolean String.indexOf>int Class.getName>String " \
	"Class.getSimpleName>String " \
	"List.size>int Map.size>int Set.size>int Collection.size>int ArrayList.size>int StringBuilder.length>int " \
	"CharSequence.length>int StandardCharsets.UTF_8>Charset StandardCharsets.US_ASCII>Charset " \
	"StandardCharsets.ISO_8859_1>Charset StandardCharsets.UTF_16>Charset StandardCharsets.UTF_16BE>Charset " \
	"StandardCharsets.UTF_16LE>Charset Charset.defaultCharset>Charset Charset.forName>Charset " \
	"Charset.name>String " \
	"String.getBytes>byte[] String.toCharArray>char[] String.split>String[] String.lastIndexOf>int " \
	"String.concat>String String.repeat>String String.replaceAll>String String.replaceFirst>String " \
	"String.intern>String String.startsWith>boolean String.endsWith>boolean String.contains>boolean " \
	"String.equalsIgnoreCase>boolean String.matches>boolean String.codePointAt>int String.compareTo>int " \
	"String.copyValueOf>String CharSequence.charAt>char StringBuilder.charAt>char StringBuffer.charAt>char " \
	"StringBuffer.length>int StringBuilder.append>StringBuilder StringBuffer.append>StringBuffer " \
	"StringBuilder.substring>String StringBuffer.substring>String StringBuilder.indexOf>int Integer.intValue>int " \
	"Integer.longValue>long Long.longValue>long Long.intValue>int Double.doubleValue>double " \
	"Float.floatValue>float Short.shortValue>short Byte.byteValue>byte Boolean.booleanValue>boolean " \
	"Character.charValue>char Number.intValue>int Number.longValue>long Number.doubleValue>double " \
	"Number.floatValue>float Integer.toHexString>String Long.toString>String Double.toString>String " \
	"Character.toString>String Boolean.toString>String Boolean.parseBoolean>boolean Float.parseFloat>float " \
	"Short.parseShort>short Byte.parseByte>byte Long.toHexString>String Character.MAX_VALUE>char " \
	"Character.MIN_VALUE>char Byte.MAX_VALUE>byte Byte.MIN_VALUE>byte Short.MAX_VALUE>short " \
	"Short.MIN_VALUE>short " \
	"Double.MIN_VALUE>double Float.MIN_VALUE>float BigInteger.valueOf>BigInteger BigDecimal.valueOf>BigDecimal " \
	"BigInteger.ONE>BigInteger BigInteger.ZERO>BigInteger BigDecimal.ONE>BigDecimal BigDecimal.ZERO>BigDecimal " \
	"Date.getTime>long Calendar.getTime>Date Calendar.getInstance>Calendar Calendar.getTimeInMillis>long " \
	"Calendar.getTimeZone>TimeZone TimeZone.getTimeZone>TimeZone TimeZone.getDefault>TimeZone", \
		"Locale.forLanguageTag>Locale Locale.ENGLISH>Locale Locale.US>Locale Locale.ROOT>Locale " \
		"Locale.GERMANY>Locale " \
		"Locale.GERMAN>Locale Locale.FRANCE>Locale Locale.FRENCH>Locale Locale.UK>Locale Locale.JAPAN>Locale " \
		"Locale.CANADA>Locale Locale.ITALY>Locale Locale.CHINA>Locale Instant.now>Instant " \
		"Instant.ofEpochMilli>Instant Instant.parse>Instant Instant.toEpochMilli>long " \
		"Duration.ofMillis>Duration " \
		"Duration.ofSeconds>Duration Duration.ofMinutes>Duration Duration.ofHours>Duration " \
		"Duration.ofDays>Duration " \
		"Duration.ofNanos>Duration Duration.between>Duration Duration.ZERO>Duration Duration.toMillis>long " \
		"Duration.toNanos>long LocalDate.now>LocalDate LocalDate.of>LocalDate " \
		"LocalDateTime.now>LocalDateTime " \
		"LocalDateTime.of>LocalDateTime LocalTime.of>LocalTime LocalTime.MAX>LocalTime " \
		"LocalTime.MIN>LocalTime " \
		"ZoneId.systemDefault>ZoneId ZoneId.of>ZoneId FileTime.from>FileTime FileTime.fromMillis>FileTime " \
		"FileTime.toInstant>Instant FileTime.toMillis>long Date.toInstant>Instant Date.from>Date " \
		"Paths.get>Path " \
		"Path.of>Path Path.toFile>File Path.toUri>URI Path.resolve>Path Path.getParent>Path " \
		"Path.getFileName>Path " \
		"Path.toAbsolutePath>Path File.toPath>Path File.toURI>URI File.getPath>String File.getName>String " \
		"File.getParent>String File.getParentFile>File File.getAbsolutePath>String File.getAbsoluteFile>File " \
		"File.getCanonicalPath>String File.getCanonicalFile>File File.length>long File.lastModified>long " \
		"File.listFiles>File[] File.list>String[] File.exists>boolean File.separatorChar>char " \
		"File.separator>String " \
		"File.createTempFile>File Files.size>long Files.createTempFile>Path Files.createTempDirectory>Path " \
		"Files.newInputStream>InputStream Files.newOutputStream>OutputStream Files.readAllBytes>byte[] " \
		"Files.newBufferedReader>BufferedReader Files.newBufferedWriter>BufferedWriter URI.toURL>URL " \
		"URI.create>URI " \
		"URI.getScheme>String URL.toURI>URI URL.openStream>InputStream URL.getPath>String URI.getPath>String " \
		"Pattern.compile>Pattern Pattern.pattern>String Pattern.matcher>Matcher Matcher.group>String " \
		"System.in>InputStream System.out>PrintStream System.err>PrintStream System.getenv>String " \
		"System.identityHashCode>int Throwable.getMessage>String Throwable.getCause>Throwable " \
		"Exception.getMessage>String Exception.getCause>Throwable IOException.getMessage>String " \
		"Class.getSuperclass>Class Class.forName>Class Class.getComponentType>Class Class.getPackage>Package " \
		"Class.getClassLoader>ClassLoader Class.getCanonicalName>String Class.getTypeName>String " \
		"Class.getModifiers>int Class.isArray>boolean Field.getName>String Method.getName>String " \
		"Method.getReturnType>Class Method.getParameterTypes>Class[] Field.getType>Class Array.getLength>int " \
		"Thread.getName>String ByteArrayOutputStream.toByteArray>byte[] ByteArrayOutputStream.size>int " \
		"StringWriter.getBuffer>StringBuffer InputStream.read>int Reader.read>int " \
		"BigInteger.toByteArray>byte[] " \
		"BigInteger.intValue>int BigDecimal.intValue>int BigInteger.longValue>long " \
		"ByteBuffer.wrap>ByteBuffer " \
		"ByteBuffer.allocate>ByteBuffer ByteBuffer.array>byte[] CharBuffer.wrap>CharBuffer " \
		"MessageDigest.getInstance>MessageDigest MessageDigest.digest>byte[] UUID.randomUUID>UUID " \
		"UUID.fromString>UUID Collections.emptySet>Set Collections.singleton>Set " \
		"Collections.singletonMap>Map " \
		"Collections.unmodifiableList>List Collections.unmodifiableMap>Map Collections.unmodifiableSet>Set " \
		"List.of>List Set.of>Set Map.of>Map Set.isEmpty>boolean List.isEmpty>boolean Map.isEmpty>boolean", \
		"Map.keySet>Set Map.values>Collection Map.entrySet>Set HashMap.size>int HashSet.size>int " \
		"LinkedList.size>int " \
		"HashMap.keySet>Set HashMap.values>Collection HashMap.entrySet>Set AtomicInteger.get>int " \
		"AtomicLong.get>long " \
		"AtomicInteger.incrementAndGet>int AtomicInteger.getAndIncrement>int AtomicBoolean.get>boolean", \
		NULL
/* lu_language.conforms of Java: its conversions, and the bases of what its libraries have */
#define JAVA_CONFORMS \
	"byte>short short>int char>int int>long long>float float>double byte~Byte short~Short char~Character " \
	"int~Integer long~Long float~Float double~Double boolean~Boolean Byte~byte Short~short Character~char " \
	"Integer~int Long~long Float~float Double~double Boolean~boolean Byte>Number Short>Number Integer>Number " \
	"Long>Number Float>Number Double>Number BigInteger>Number BigDecimal>Number AtomicInteger>Number " \
	"AtomicLong>Number Byte>Comparable Short>Comparable Integer>Comparable Long>Comparable Float>Comparable " \
	"Double>Comparable BigInteger>Comparable BigDecimal>Comparable Character>Comparable Boolean>Comparable " \
	"Number>Serializable Character>Serializable Boolean>Serializable String>CharSequence String>Comparable " \
	"String>Serializable StringBuilder>CharSequence StringBuilder>Comparable StringBuilder>Appendable " \
	"StringBuilder>Serializable StringBuffer>CharSequence StringBuffer>Comparable StringBuffer>Appendable " \
	"StringBuffer>Serializable Class>Type Class>Serializable Class>GenericDeclaration Class>AnnotatedElement " \
	"GenericDeclaration>AnnotatedElement ParameterizedType>Type GenericArrayType>Type WildcardType>Type " \
	"TypeVariable>Type TypeVariable>AnnotatedElement Field>AccessibleObject Field>Member Method>Executable " \
	"Constructor>Executable Executable>AccessibleObject Executable>Member Executable>GenericDeclaration " \
	"AccessibleObject>AnnotatedElement Collection>Iterable List>Collection Set>Collection Queue>Collection " \
	"SortedSet>Set NavigableSet>SortedSet Deque>Queue AbstractCollection>Collection AbstractList>List " \
	"AbstractList>AbstractCollection AbstractSet>Set AbstractSet>AbstractCollection ArrayList>AbstractList " \
	"ArrayList>RandomAccess ArrayList>Cloneable ArrayList>Serializable LinkedList>AbstractList LinkedList>Deque " \
	"LinkedList>Cloneable LinkedList>Serializable Vector>AbstractList Vector>RandomAccess Vector>Cloneable " \
	"Vector>Serializable Stack>Vector HashSet>AbstractSet HashSet>Cloneable HashSet>Serializable " \
	"LinkedHashSet>HashSet TreeSet>AbstractSet TreeSet>NavigableSet TreeSet>Cloneable TreeSet>Serializable " \
	"ArrayDeque>AbstractCollection ArrayDeque>Deque ArrayDeque>Cloneable ArrayDeque>Serializable " \
	"PriorityQueue>AbstractCollection PriorityQueue>Queue PriorityQueue>Serializable ConcurrentMap>Map " \
	"SortedMap>Map NavigableMap>SortedMap AbstractMap>Map HashMap>AbstractMap HashMap>Cloneable " \
	"HashMap>Serializable LinkedHashMap>HashMap TreeMap>AbstractMap TreeMap>NavigableMap TreeMap>Cloneable " \
	"TreeMap>Serializable ConcurrentHashMap>AbstractMap ConcurrentHashMap>ConcurrentMap " \
	"ConcurrentHashMap>Serializable Properties>Hashtable Hashtable>Map Hashtable>Cloneable " \
	"Hashtable>Serializable " \
	"Closeable>AutoCloseable Reader>Readable Reader>Closeable BufferedReader>Reader StringReader>Reader " \
	"CharArrayReader>Reader FilterReader>Reader PipedReader>Reader InputStreamReader>Reader " \
	"FileReader>InputStreamReader Writer>Appendable Writer>Closeable Writer>Flushable BufferedWriter>Writer " \
	"StringWriter>Writer CharArrayWriter>Writer PrintWriter>Writer FilterWriter>Writer OutputStreamWriter>Writer " \
	"FileWriter>OutputStreamWriter InputStream>Closeable FileInputStream>InputStream " \
	"ByteArrayInputStream>InputStream FilterInputStream>InputStream BufferedInputStream>FilterInputStream " \
	"DataInputStream>FilterInputStream OutputStream>Closeable OutputStream>Flushable " \
	"FileOutputStream>OutputStream ByteArrayOutputStream>OutputStream FilterOutputStream>OutputStream " \
	"BufferedOutputStream>FilterOutputStream PrintStream>FilterOutputStream PrintStream>Appendable", \
		"Throwable>Serializable Exception>Throwable Error>Throwable RuntimeException>Exception " \
		"IOException>Exception " \
		"IllegalArgumentException>RuntimeException IllegalStateException>RuntimeException " \
		"NullPointerException>RuntimeException ClassCastException>RuntimeException " \
		"UnsupportedOperationException>RuntimeException IndexOutOfBoundsException>RuntimeException " \
		"NumberFormatException>IllegalArgumentException ArithmeticException>RuntimeException " \
		"InterruptedException>Exception FileNotFoundException>IOException " \
		"UncheckedIOException>RuntimeException " \
		"AssertionError>Error Thread>Runnable " \
		"Path>Comparable Path>Iterable Path>Watchable File>Comparable File>Serializable Date>Comparable " \
		"Date>Serializable Date>Cloneable Timestamp>Date Calendar>Comparable Calendar>Serializable " \
		"Calendar>Cloneable " \
		"GregorianCalendar>Calendar Charset>Comparable FileTime>Comparable Locale>Serializable " \
		"Locale>Cloneable " \
		"TimeZone>Serializable TimeZone>Cloneable URI>Comparable URI>Serializable URL>Serializable " \
		"SeekableByteChannel>ByteChannel ByteChannel>ReadableByteChannel ByteChannel>WritableByteChannel " \
		"ReadableByteChannel>Channel WritableByteChannel>Channel Channel>Closeable CharBuffer>CharSequence " \
		"CharBuffer>Comparable CharBuffer>Appendable CharBuffer>Readable CharBuffer>Buffer " \
		"ByteBuffer>Comparable " \
		"ByteBuffer>Buffer Duration>TemporalAmount Duration>Comparable Duration>Serializable " \
		"Instant>Temporal " \
		"Instant>TemporalAdjuster Instant>Comparable Instant>Serializable Temporal>TemporalAccessor " \
		"Pattern>Serializable UUID>Comparable UUID>Serializable EOFException>IOException", \
		NULL
#define KOTLIN_CONFORMS \
	"Int~Long Int~Short Int~Byte Int>Number Long>Number Short>Number Byte>Number Float>Number Double>Number " \
	"Int>Comparable Long>Comparable Short>Comparable Byte>Comparable Float>Comparable Double>Comparable " \
	"Char>Comparable Boolean>Comparable String>Comparable String>CharSequence StringBuilder>CharSequence " \
	"StringBuilder>Appendable Collection>Iterable List>Collection Set>Collection MutableIterable>Iterable " \
	"MutableCollection>Collection MutableCollection>MutableIterable MutableList>List " \
	"MutableList>MutableCollection " \
	"MutableSet>Set MutableSet>MutableCollection ArrayList>MutableList HashSet>MutableSet " \
	"LinkedHashSet>MutableSet MutableMap>Map HashMap>MutableMap LinkedHashMap>MutableMap " \
	"Exception>Throwable Error>Throwable RuntimeException>Exception IllegalArgumentException>RuntimeException " \
	"IllegalStateException>RuntimeException IOException>Exception", \
		NULL
#define CSHARP_CONFORMS \
	"sbyte>short byte>short byte>ushort short>int ushort>int ushort>uint char>ushort int>long uint>long " \
	"uint>ulong " \
	"long>float ulong>float long>decimal ulong>decimal float>double int~byte int~sbyte int~short int~ushort " \
	"int~uint int~ulong bool>ValueType string>IEnumerable string>IComparable string>IConvertible " \
	"String>IEnumerable String>IComparable StringBuilder>ISerializable IList>ICollection ICollection>IEnumerable " \
	"List>IList List>IReadOnlyList IReadOnlyList>IReadOnlyCollection IReadOnlyCollection>IEnumerable " \
	"Dictionary>IDictionary Dictionary>IReadOnlyDictionary IDictionary>ICollection " \
	"IReadOnlyDictionary>IReadOnlyCollection HashSet>ISet ISet>ICollection Exception>ISerializable " \
	"SystemException>Exception ArgumentException>SystemException ArgumentNullException>ArgumentException " \
	"InvalidOperationException>SystemException IOException>SystemException Stream>IDisposable " \
	"MemoryStream>Stream FileStream>Stream TextReader>IDisposable StreamReader>TextReader " \
	"StringReader>TextReader " \
	"TextWriter>IDisposable StreamWriter>TextWriter StringWriter>TextWriter", \
		NULL
#define PYTHON_BUILTIN \
	"bool bytearray bytes classmethod complex dict float frozenset int list memoryview object " \
	"property range set slice staticmethod str super tuple type zip open print len map filter " \
	"sorted iter next isinstance issubclass getattr setattr hasattr delattr repr callable enumerate " \
	"reversed any all sum min max BaseException Exception ArithmeticError AssertionError " \
	"AttributeError EOFError FileExistsError FileNotFoundError ImportError IndexError IOError " \
	"KeyboardInterrupt KeyError LookupError ModuleNotFoundError NameError NotImplementedError " \
	"OSError OverflowError PermissionError RecursionError RuntimeError StopIteration SyntaxError " \
	"SystemExit TimeoutError TypeError UnicodeError ValueError Warning DeprecationWarning " \
	"RuntimeWarning UserWarning"
#define PYTHON_COMMON \
	"append extend insert remove pop clear copy index count sort reverse get items keys values " \
	"update setdefault popitem fromkeys add discard union intersection difference issubset " \
	"issuperset join split rsplit strip lstrip rstrip startswith endswith replace format encode " \
	"decode lower upper title capitalize find rfind splitlines partition rpartition isdigit isalpha " \
	"isspace zfill ljust rjust center translate read readline readlines write writelines close " \
	"flush seek tell fileno hex match search sub findall finditer group groups send throw acquire " \
	"release wait notify set start cancel done result put exists mkdir open unlink load loads dump " \
	"dumps span end isascii tobytes tolist peek post patch head options request delete errors " \
	"execute fetchone fetchall commit rollback debug info warning error critical exception touch " \
	"symlink_to hardlink_to write_bytes write_text read_bytes read_text stat lstat chmod is_symlink " \
	"is_file is_dir is_mount is_socket is_fifo joinpath iterdir glob rglob rmdir rename resolve " \
	"absolute expanduser samefile with_name with_suffix with_stem relative_to is_absolute as_posix " \
	"as_uri readlink unwrap recv recv_into recvfrom sendall sendto accept bind listen connect " \
	"setsockopt getsockopt getsockname getpeername shutdown makefile detach settimeout setblocking " \
	"is_set is_alive communicate terminate kill isoformat timestamp strftime total_seconds"
#define SCRIPT_BUILTIN \
	"Array ArrayBuffer Atomics BigInt Boolean Buffer DataView Date Error Function Infinity Intl " \
	"JSON Map Math NaN Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakSet " \
	"clearInterval clearTimeout console document fetch global globalThis history localStorage " \
	"location navigator parseFloat parseInt process queueMicrotask require sessionStorage " \
	"setImmediate setInterval setTimeout window"
#define SCRIPT_COMMON \
	"push pop shift unshift slice splice concat join map filter reduce reduceRight forEach find " \
	"findIndex indexOf lastIndexOf includes some every sort reverse flat flatMap fill keys values " \
	"entries at get set has delete clear add then catch finally call apply bind toString valueOf " \
	"hasOwnProperty toJSON charAt charCodeAt codePointAt split replace replaceAll match matchAll " \
	"search substring substr trim trimStart trimEnd padStart padEnd repeat startsWith endsWith " \
	"toLowerCase toUpperCase localeCompare normalize test exec getTime toFixed toISOString on once " \
	"off emit addEventListener removeEventListener appendChild querySelector pipe write end read " \
	"close open log warn error info debug next throw return stringify parse size length post put " \
	"patch head options request text json blob bytes arrayBuffer formData clone encode decode abort " \
	"cancel reset format resolve reject append prepend remove contains closest matches getAttribute " \
	"setAttribute focus blur click submit observe disconnect getReader getWriter enqueue pipeTo " \
	"pipeThrough postMessage terminate start stop"
#define GO_BUILTIN \
	"append cap clear close complex copy delete imag len make max min new panic print println real " \
	"recover bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune " \
	"string uint uint16 uint32 uint64 uint8 uintptr any comparable"
#define GO_COMMON \
	"String Error Len Less Swap Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ReadByte " \
	"WriteByte ReadRune WriteRune ReadString WriteString ReadBytes Bytes Reset Add Done Wait Lock " \
	"Unlock RLock RUnlock Get Set Put Load Store Delete Range Push Pop Next Value Err Scan Text " \
	"Flush Format Unwrap Is As Name Size Mode ModTime IsDir Sys Stat Sub Before After Equal Unix " \
	"Seconds Duration Encode Decode Printf Println Print Fatal Fatalf Errorf Logf Log Helper Run " \
	"Cleanup Marshal Unmarshal MarshalJSON UnmarshalJSON Header Do Find Match Begin Commit Rollback " \
	"Exec Query Send Recv Call Index Field Kind Type Elem Method Interface Int Float Bool Execute " \
	"ExecuteTemplate Lookup Parse SetOutput Output Args Arg Runes Bounds Start Stop Kill Signal Clone " \
	"Context Deadline Accept Addr LocalAddr RemoteAddr WriteHeader ServeHTTP Truncate Sync"
#define C_LIBRARY \
	"abort abs accept access alarm assert atexit atof atoi atol bind bsearch calloc ceil chdir " \
	"chmod chown clearerr clock close closedir connect cos dup dup2 err errx execl execv execve " \
	"execvp exit exp fabs fclose fcntl fdopen feof ferror fflush fgetc fgets fileno floor fmod " \
	"fopen fork fprintf fputc fputs fread free freopen frexp fscanf fseek fstat fsync ftell " \
	"ftruncate fwrite getc getchar getcwd getenv getline getopt getpid gettimeofday gmtime ioctl " \
	"isalnum isalpha isatty isdigit islower isprint isspace isupper kill labs ldexp link listen " \
	"localtime log longjmp lseek lstat malloc memchr memcmp memcpy memmove memset mkdir mkstemp " \
	"mktime mmap munmap nanosleep open opendir pause pclose perror pipe poll popen pow printf putc " \
	"putchar puts qsort raise rand read readdir readlink realloc realpath recv remove rename rewind " \
	"rmdir scanf select send setenv setjmp setlocale setsockopt sigaction signal sin sleep snprintf " \
	"socket sprintf sqrt srand sscanf stat strcasecmp strcat strchr strcmp strcpy strcspn strdup " \
	"strerror strftime strlen strncasecmp strncat strncmp strncpy strndup strpbrk strrchr strspn " \
	"strstr strtod strtok strtol strtoll strtoul strtoull symlink sysconf system tan time tmpfile " \
	"tolower toupper umask ungetc unlink unsetenv usleep utime va_arg va_copy va_end va_start " \
	"vfprintf vprintf vsnprintf vsprintf wait waitpid warn warnx write " C_HEADERS
/* Behind headers what they declare that trees define, too, for systems that lack it. */
#define C_HEADERS \
	"<dirent.h> closedir opendir readdir scandir <err.h> err errx verr verrx vwarn vwarnx warn warnx " \
	"<arpa/inet.h> inet_ntop inet_pton <getopt.h> getopt getopt_long <poll.h> poll ppoll <semaphore.h> " \
	"sem_destroy sem_init " \
	"sem_post sem_trywait sem_wait <stdio.h> asprintf dprintf fmemopen fprintf getdelim getline printf snprintf " \
	"sprintf " \
	"vasprintf vfprintf vprintf vsnprintf vsprintf <cstdio> fprintf printf snprintf sprintf vfprintf vprintf " \
	"vsnprintf vsprintf " \
	"<stdlib.h> daemon getenv mkdtemp mkostemp mkstemp realpath setenv strtod strtol strtoll strtoul strtoull " \
	"unsetenv " \
	"<string.h> memchr memcmp memcpy memmem memmove memset stpcpy strcasecmp strchr strdup strlcat strlcpy " \
	"strlen strncasecmp " \
	"strncmp strndup strnlen strrchr strsep strstr <cstring> memchr memcmp memcpy memmove memset strchr strlen " \
	"strncmp strrchr " \
	"strstr <strings.h> strcasecmp strncasecmp <sys/epoll.h> epoll_create epoll_create1 epoll_ctl epoll_pwait " \
	"epoll_wait " \
	"<sys/event.h> kevent kqueue <sys/inotify.h> inotify_add_watch inotify_init1 inotify_rm_watch <sys/random.h> " \
	"getrandom " \
	"<sys/sendfile.h> sendfile <sys/socket.h> recvmmsg sendmmsg <sys/stat.h> utimensat <sys/time.h> gettimeofday " \
	"<sys/uio.h> preadv pwritev <time.h> clock_gettime gmtime localtime nanosleep " \
	"<unistd.h> daemon dup2 fsync ftruncate getopt pipe2 pread pwrite usleep"
#define JAVA_BUILTIN \
	"Object String Integer Long Double Float Boolean Byte Short Character Math System Thread Runnable " \
	"Iterable Comparable Class Enum Record Number Void Exception RuntimeException Error Throwable " \
	"IllegalArgumentException IllegalStateException NullPointerException " \
	"UnsupportedOperationException IndexOutOfBoundsException InterruptedException StringBuilder " \
	"StringBuffer CharSequence Override Deprecated AutoCloseable Cloneable Process ClassLoader " \
	"println print require check error TODO lazy run with also apply listOf mapOf setOf arrayOf " \
	"mutableListOf mutableMapOf mutableSetOf emptyList emptyMap emptySet sequenceOf repeat assert " \
	"Some None Seq List Map Set Vector Option Either Left Right Array Iterator Nil Future"
#define JAVA_COMMON \
	"equals hashCode toString getClass notify notifyAll wait clone compareTo compare get set put add " \
	"addAll remove removeAll contains containsKey containsValue size isEmpty clear iterator hasNext " \
	"next stream map filter flatMap collect forEach reduce findFirst findAny anyMatch allMatch " \
	"noneMatch sorted limit skip distinct count toList toArray of copyOf asList keySet values " \
	"entrySet entry getKey getValue getOrDefault computeIfAbsent putIfAbsent putAll merge orElse " \
	"orElseGet orElseThrow isPresent ifPresent append insert delete length charAt substring indexOf " \
	"lastIndexOf startsWith endsWith split trim strip replace replaceAll matches toLowerCase " \
	"toUpperCase format join concat chars getBytes valueOf intValue longValue doubleValue parseInt " \
	"close open read write flush readLine println print printf start stop run call execute submit " \
	"shutdown await signal lock unlock tryLock acquire release get getName getType getId getMessage " \
	"getCause printStackTrace name ordinal apply accept test andThen compose invoke newInstance " \
	"cast isInstance exists delete mkdir mkdirs toPath toFile resolve push pop peek poll offer first " \
	"last head tail find exists fold foldLeft foldRight zip mkString let also with takeIf any all " \
	"none build builder create update reset init send receive subscribe cancel complete match group"
#define CPP_LIBRARY C_LIBRARY " std move forward make_unique make_shared swap string vector map set pair"
#define CPP_COMMON \
	"push_back emplace_back emplace push pop pop_back push_front pop_front front back top begin end " \
	"cbegin cend rbegin rend size empty clear insert erase find count at data resize reserve capacity " \
	"assign append substr c_str str length compare get reset release lock unlock try_lock swap first " \
	"second load store exchange wait notify_one notify_all join detach open close read write flush " \
	"good fail eof seekg tellg put getline what value has_value value_or contains copy fill merge " \
	"sort reverse unique splice max min id name type run start stop add remove set update init next " \
	"print apply call exec execute send receive create destroy key fetch_add fetch_sub"
#define CSHARP_BUILTIN \
	"object string int long double float bool byte char decimal Object String Int32 Int64 Double " \
	"Boolean Math Console Convert Task Exception ArgumentException ArgumentNullException " \
	"InvalidOperationException NotImplementedException List Dictionary HashSet Enumerable DateTime " \
	"TimeSpan Guid Type Activator Environment Path File Directory nameof typeof"
#define CSHARP_COMMON \
	"ToString Equals GetHashCode GetType CompareTo Dispose DisposeAsync Add AddRange Remove RemoveAt " \
	"Clear Contains ContainsKey TryGetValue Insert IndexOf Count Any All First FirstOrDefault Last " \
	"LastOrDefault Single SingleOrDefault Where Select SelectMany OrderBy OrderByDescending GroupBy " \
	"ToList ToArray ToDictionary Sum Min Max Average Distinct Skip Take Concat Union Reverse Sort " \
	"Find FindAll ForEach Join Split Trim Replace Substring StartsWith EndsWith ToLower ToUpper " \
	"Format Append AppendLine Read Write ReadLine WriteLine ReadAsync WriteAsync Flush Close Open " \
	"Seek CopyTo Get Set Push Pop Peek Enqueue Dequeue Invoke BeginInvoke Start Stop Run Wait Cancel " \
	"ConfigureAwait GetAwaiter GetResult ContinueWith Execute ExecuteAsync Parse TryParse Create " \
	"Build Send SendAsync GetAsync PostAsync Next MoveNext Reset GetValue SetValue Update Delete Save"
#define PHP_BUILTIN \
	"array count strlen str_replace substr strpos explode implode in_array array_map array_filter " \
	"array_merge array_keys array_values array_key_exists array_shift array_pop array_push " \
	"array_slice is_array is_string is_int is_null is_object is_callable isset empty unset sprintf " \
	"printf print_r var_dump json_encode json_decode preg_match preg_replace preg_split trim ltrim " \
	"rtrim strtolower strtoupper ucfirst lcfirst define defined constant function_exists class_exists " \
	"method_exists property_exists get_class call_user_func call_user_func_array file_get_contents " \
	"file_put_contents file_exists is_file is_dir mkdir unlink dirname basename time date intval " \
	"floatval strval max min sort usort ksort range compact extract list echo exit die Exception " \
	"InvalidArgumentException RuntimeException LogicException Closure DateTime ArrayObject stdClass"
#define PHP_COMMON \
	"get set has add remove all first last count map filter each push pop keys values merge toArray " \
	"toJson __toString __construct __call __get __set jsonSerialize getIterator offsetGet offsetSet " \
	"current key next rewind valid getMessage getCode getName setName getId getType format modify " \
	"execute fetch fetchAll prepare query bindValue bindParam commit rollback close open read write " \
	"send run handle call invoke create update delete save find where orderBy limit join select with " \
	"make resolve bind build render getValue setValue getAttribute setAttribute load dump process"
#define RUBY_BUILTIN \
	"puts print p pp require require_relative load raise fail loop lambda proc format sprintf printf " \
	"attr_reader attr_writer attr_accessor include extend prepend private public protected " \
	"module_function alias_method define_method catch throw binding block_given? caller exit abort " \
	"at_exit sleep rand srand gets system exec fork spawn trap freeze Array Hash String Integer Float " \
	"Rational Complex Object Class Module Kernel Struct Comparable Enumerable Time File Dir IO Proc " \
	"Range Regexp Symbol Thread Mutex StandardError RuntimeError ArgumentError TypeError NameError"
#define RUBY_COMMON \
	"new call each map collect select reject find detect inject reduce sum count size length first " \
	"last push pop shift unshift insert delete clear empty? any? all? none? include? key? has_key? " \
	"keys values fetch dig merge merge! update to_s to_sym to_i to_f to_a to_h to_str to_proc inspect " \
	"dup clone freeze frozen? hash eql? equal? respond_to? is_a? kind_of? instance_of? nil? send " \
	"public_send method methods instance_variable_get instance_variable_set define_method tap then " \
	"join split strip chomp gsub sub match match? scan start_with? end_with? upcase downcase " \
	"capitalize reverse sort sort_by group_by partition zip flatten compact uniq each_with_index " \
	"each_with_object each_pair min max min_by max_by take drop read write close open puts print " \
	"flush gets name id class type value key run start stop add remove set get create save build " \
	"render process execute perform reset update_attributes where order limit all message backtrace"
#define RUST_BUILTIN \
	"Some None Ok Err Box Vec String Option Result Rc Arc Cell RefCell Mutex HashMap HashSet BTreeMap " \
	"Default Clone Copy Debug Display Iterator From Into drop println print eprintln format vec panic " \
	"assert assert_eq assert_ne debug_assert todo unimplemented unreachable write writeln matches " \
	"std core alloc u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool char str"
#define RUST_COMMON \
	"new default clone to_string to_owned into from as_ref as_mut as_str as_bytes as_slice iter " \
	"iter_mut into_iter map filter filter_map flat_map fold for_each collect enumerate zip rev take " \
	"skip chain any all find position count sum min max next peek push pop insert remove get get_mut " \
	"contains contains_key entry or_insert or_insert_with or_default keys values len is_empty clear " \
	"extend drain retain truncate split join trim lines chars bytes parse unwrap unwrap_or " \
	"unwrap_or_else unwrap_or_default expect ok err is_some is_none is_ok is_err and_then or_else " \
	"map_err ok_or ok_or_else cloned copied borrow borrow_mut lock read write flush eq ne cmp " \
	"partial_cmp hash fmt deref deref_mut drop index add sub mul div neg not poll send recv spawn " \
	"await first last sort sort_by dedup reverse swap replace starts_with ends_with find to_vec " \
	"display name kind id run start stop close open set update build finish path exists as_path " \
	"is_null as_ptr as_mut_ptr wrapping_add wrapping_sub wrapping_mul wrapping_neg checked_add " \
	"checked_sub checked_mul checked_div checked_rem saturating_add saturating_sub saturating_mul " \
	"overflowing_add overflowing_sub overflowing_mul pow checked_pow abs signum leading_zeros " \
	"trailing_zeros count_ones rotate_left rotate_right swap_bytes to_be_bytes to_le_bytes " \
	"to_ne_bytes to_be to_le is_power_of_two next_power_of_two rem_euclid div_euclid sqrt powi powf " \
	"floor ceil round trunc sin cos tan exp ln log2 log10 is_nan is_finite is_infinite clamp to_bits " \
	"total_cmp get_unchecked get_unchecked_mut split_at split_at_mut split_first split_last " \
	"first_mut last_mut chunks chunks_exact chunks_mut chunks_exact_mut windows copy_from_slice " \
	"clone_from_slice copy_within binary_search binary_search_by binary_search_by_key sort_unstable " \
	"sort_unstable_by sort_unstable_by_key sort_by_key sort_by_cached_key select_nth_unstable " \
	"to_ascii_lowercase to_ascii_uppercase to_lowercase to_uppercase eq_ignore_ascii_case is_ascii " \
	"is_alphabetic is_alphanumeric is_numeric is_whitespace is_uppercase is_lowercase is_ascii_digit " \
	"is_digit to_digit len_utf8 char_indices split_whitespace splitn rsplit rsplitn split_once " \
	"rsplit_once split_terminator strip_prefix strip_suffix trim_start trim_end trim_matches " \
	"trim_start_matches trim_end_matches rfind matches repeat escape_debug push_str with_capacity " \
	"reserve_exact shrink_to_fit resize_with swap_remove split_off append dedup_by_key push_back " \
	"push_front pop_back pop_front front_mut back_mut as_mut_slice into_boxed_slice leak insert_str " \
	"remove_entry get_or_insert get_or_insert_with get_key_value values_mut into_keys into_values " \
	"or_insert_with_key and_modify range_mut last_key_value first_key_value pop_first pop_last union " \
	"intersection difference is_subset is_superset is_disjoint by_ref cycle step_by take_while " \
	"skip_while map_while peekable inspect partition try_fold try_for_each reduce max_by max_by_key " \
	"min_by min_by_key product unzip nth rposition fuse cmp_by is_sorted map_or map_or_else " \
	"unwrap_unchecked expect_err unwrap_err is_some_and is_ok_and is_err_and is_none_or as_deref " \
	"as_deref_mut xor take_if transpose inspect_err load store compare_exchange " \
	"compare_exchange_weak fetch_add fetch_sub fetch_and fetch_or fetch_xor fetch_nand fetch_max " \
	"fetch_min fetch_update into_inner get_or_init try_borrow try_borrow_mut try_lock try_read " \
	"try_write is_poisoned upgrade downgrade strong_count weak_count ptr_eq make_mut get_ref type_id " \
	"downcast downcast_ref downcast_mut read_exact read_to_end read_to_string read_line write_all " \
	"write_fmt write_str write_char seek stream_position take_error set_nonblocking local_addr " \
	"peer_addr recv_timeout try_recv try_send recv_from send_to unpark elapsed duration_since " \
	"checked_duration_since as_secs as_millis as_micros as_nanos as_secs_f32 as_secs_f64 " \
	"subsec_nanos subsec_millis to_path_buf to_str to_string_lossy file_name file_stem " \
	"with_extension with_file_name ancestors is_absolute is_relative is_dir is_file canonicalize " \
	"symlink_metadata read_dir file_type as_os_str into_os_string into_string into_bytes " \
	"into_boxed_str finish_non_exhaustive alternate size_hint wake wake_by_ref will_wake"
#define SWIFT_BUILTIN \
	"print debugPrint fatalError precondition preconditionFailure assert assertionFailure min max abs " \
	"zip stride type String Int Double Float Bool Array Dictionary Set Optional Result Character Data " \
	"Date URL UUID Error NSError DispatchQueue Task withUnsafePointer swap dump"
#define SWIFT_COMMON \
	"init append insert remove removeAll removeFirst removeLast contains map compactMap flatMap filter " \
	"reduce forEach sorted sort first last index count isEmpty joined split prefix suffix dropFirst " \
	"dropLast enumerated reversed min max allSatisfy hasPrefix hasSuffix replacingOccurrences " \
	"lowercased uppercased trimmingCharacters encode decode description hash load store get set add " \
	"update run start stop cancel resume sync async wait signal lock unlock write read close open " \
	"send receive sink next reset value data string"
#define LUA_BUILTIN \
	"assert collectgarbage dofile error getmetatable ipairs load loadfile loadstring next pairs pcall " \
	"print rawequal rawget rawlen rawset require select setmetatable tonumber tostring type unpack " \
	"xpcall string table math io os coroutine debug package utf8 bit32 jit"
#define LUA_COMMON \
	"new close lines read write seek flush setvbuf byte char find format gmatch gsub len lower match " \
	"rep reverse sub upper insert remove sort concat get set add init update run start stop open"
#define BASH_BUILTIN \
	"alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo " \
	"enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout " \
	"mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test " \
	"times trap true type typeset ulimit umask unalias unset wait"
#define HASKELL_BUILTIN \
	"map filter foldr foldl head tail last init null length reverse concat concatMap zip zipWith " \
	"lookup elem show read print putStr putStrLn getLine return pure fmap mapM mapM_ sequence " \
	"sequence_ when unless either maybe fst snd curry uncurry id const flip error undefined not " \
	"otherwise fromIntegral fromInteger toInteger min max abs div mod quot rem even odd sum product " \
	"and or any all take drop splitAt span takeWhile dropWhile words unwords lines unlines iterate " \
	"repeat replicate cycle seq Just Nothing Left Right True False IO Maybe Either"
#define ELIXIR_BUILTIN \
	"abs apply elem hd tl length div rem round trunc max min is_nil is_list is_map is_atom is_binary " \
	"is_integer inspect raise reraise throw send self spawn spawn_link put_in get_in update_in to_string " \
	"if unless cond case with for fn def defp defmodule defmacro defstruct import alias require use " \
	"quote unquote Enum Map List String Keyword GenServer Supervisor Agent Task Process IO File Stream " \
	"Kernel Logger Regex Integer Float Atom Tuple Access System Application Path DateTime"
#define ZIG_BUILTIN "std builtin print assert expect expectEqual u8 u16 u32 u64 usize i32 i64 f32 f64 bool void"
#define ZIG_COMMON \
	"init deinit append appendSlice items get put remove contains count len next alloc free create " \
	"destroy dupe resize write writeAll print read readAll close open lock unlock format eql toOwnedSlice " \
	"clear reset iterator set add pop push insert"

#endif
