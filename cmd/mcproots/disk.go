package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/rootfs"
)

// mounts are the roots on this machine's disk, each with its own handle. A root
// that can't be used has none, and denies.
type mounts struct {
	roots   []*rootfs.FS
	refused []*disk
	found   []diskNote
}

// A disk is what the disk says of a path.
type disk struct {
	Opened   bool     `json:"opened"`
	Kind     string   `json:"kind,omitempty"` // file or directory
	Size     *int64   `json:"size,omitempty"` // of a file
	Warnings []string `json:"warnings,omitempty"`
	Code     string   `json:"code,omitempty"` // why it was not opened
	Message  string   `json:"message,omitempty"`
}

// A diskNote is what the disk says of a root.
type diskNote struct {
	Root     int    `json:"root"`
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// mount opens the roots. They need native paths, so URIs are converted first.
func mount(ctx context.Context, h *host.Host, roots []host.Root, platform host.Platform) (*mounts, error) {
	m := &mounts{roots: make([]*rootfs.FS, len(roots)), refused: make([]*disk, len(roots))}
	for i, root := range roots {
		path := root.Path
		if root.URI != "" {
			reply, err := h.ToPath(ctx, []string{root.URI}, platform)
			if err != nil {
				m.close()
				return nil, engineFault(err)
			}
			path = reply.Value[0].Path
		}
		if path == "" {
			m.refused[i] = &disk{Code: string(rootfs.RelativePath), Message: "the root has no path"}
			continue
		}
		fsys, err := rootfs.Open([]string{path})
		if err != nil {
			d := refusal(err)
			m.refused[i] = d
			m.found = append(m.found, diskNote{i, d.Code, "error", d.Message})
			continue
		}
		m.roots[i] = fsys
		for _, f := range fsys.Findings() {
			m.found = append(m.found, diskNote{i, string(f.Code), string(f.Severity), f.Detail})
		}
	}
	return m, nil
}

func (m *mounts) close() {
	for _, fsys := range m.roots {
		if fsys != nil {
			fsys.Close()
		}
	}
}

func (m *mounts) notes() []diskNote {
	if m == nil {
		return nil
	}
	return m.found
}

// ask opens a path below a root, and closes it again.
func (m *mounts) ask(root int, relative []string) *disk {
	if m.refused[root] != nil {
		return m.refused[root]
	}
	f, err := m.roots[root].Open(0, relative...)
	if err != nil {
		return refusal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return refusal(err)
	}
	d := &disk{Opened: true, Kind: "directory"}
	if !info.IsDir() {
		size := info.Size()
		d.Kind, d.Size = "file", &size
	}
	for _, w := range f.Warnings {
		d.Warnings = append(d.Warnings, string(w.Code))
	}
	return d
}

// refusal is a disk's no, with its code.
func refusal(err error) *disk {
	var e *rootfs.Error
	if !errors.As(err, &e) {
		return &disk{Code: string(rootfs.OSError), Message: "the operating system reports an error"}
	}
	d := &disk{Code: string(e.Code)}
	for _, info := range rootfs.Codes {
		if info.Code == e.Code {
			d.Message = info.Title
		}
	}
	return d
}

func (d *disk) say() string {
	if !d.Opened {
		return "not opened: " + d.Message + " (" + d.Code + ")"
	}
	text := "opened, a " + d.Kind
	if d.Size != nil {
		text += fmt.Sprintf(" of %d bytes", *d.Size)
	}
	if len(d.Warnings) > 0 {
		text += "; " + strings.Join(d.Warnings, ", ")
	}
	return text
}
