// Package host answers questions about MCP roots in Go. It runs the mcproots
// module, the same bytes that other languages run, under wazero, without cgo.
//
//	h, err := host.Open(ctx)
//	if err != nil {
//		return err
//	}
//	defer h.Close()
//	valid, err := h.ValidResponse(ctx, message)
//
// # Operations
//
// The module has twenty operations, each a function from one JSON document to
// another, and this package a method for each:
//
//	list              List             build a roots/list request
//	validate_request  ValidateRequest  judge one
//	supported         Supported        may it be sent to that client?
//	response          Response         find the answer to an embedded request
//	valid_response    ValidResponse    judge a result, quickly
//	check             Check            judge any message, with reasons
//	read              Read             get the usable roots out of an answer
//	rules             Rules            what a diagnostic means
//	info              Info             what the module knows
//	capabilities      Capabilities     build a client's roots capability
//	result            Result           build a result
//	answer            Answer           build a client's whole reply
//	list_changed      ListChanged      build the notification
//	input_required    InputRequired    build a server's InputRequiredResult
//	diff              Diff             compare two lists of roots
//	describe          Describe         write a list for people
//	to_path           ToPath           file URIs to paths
//	to_uri            ToURI            paths to file URIs
//	contains          Contains         does a path lie inside a root?
//	scope             Scope            cut what is revealed to what is allowed
//
// [Host.Call] takes any of them by name and gives the module's own words. This
// package knows no rule about roots: it writes the input, runs the module and
// reads the answer.
//
// # Verdicts and errors
//
// A method's error says that there is no answer; a verdict is only in its value.
// Kinds of error, for [errors.Is] and [errors.As]:
//
//	*Error        the module refused the input, with a code and diagnostics
//	*TrapError    the module died of this call, for example of lack of memory
//	ErrTooLarge   the input is over the limit; nothing was read of it
//	ErrOperation  the module has no operation of that name
//	ErrABI        the module can't be run, or broke its contract
//	ErrClosed     the host is closed
//
// and those of the context. None of them quotes the input.
//
// # Concurrency and memory
//
// A [Host] is safe for concurrent use. It compiles the module once and runs up
// to GOMAXPROCS instances, each for one caller at a time; other callers wait, as
// long as their context lets them. An instance that trapped, or whose memory has
// grown beyond 32 MiB, is thrown away after its call.
//
// A call can't be interrupted unless [WithTimeout] is given, which has its
// price; what bounds it is the size of its input.
//
// # What it takes on trust
//
// Nothing of the input, and of the module only that it keeps its ABI: it sees
// no file, no environment and no arguments, and its memory is limited. The
// directory of compiled code, see [WithCacheDir], is trusted like the program
// itself. [WithNative] runs the same code without the sandbox.
//
// Containment is a question about names. A root is what a client claims, not
// permission; open files through [os.Root].
package host
