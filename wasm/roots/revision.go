package roots

// A Revision is a revision of the protocol.
type Revision int8

// The revisions, oldest first.
const (
	R20241105 Revision = iota
	R20250326
	R20250618
	R20251125
	R20260728

	Latest = R20260728
)

var revisions = [...]string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

func (r Revision) String() string { return revisions[r] }

// embedded tells whether roots/list travels inside an InputRequiredResult instead
// of being a JSON-RPC request (MCP 2026-07-28 basic/patterns/mrtr).
func (r Revision) embedded() bool { return r >= R20260728 }
