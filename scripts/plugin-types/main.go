// Writes imports/plugin-types.ts: the types that expressions of a Plugin see, as cel-go has them.
//
//	cd scripts/plugin-types && go mod tidy && go run . > ../../imports/plugin-types.ts
//
// The releases are those of go.mod of kubevirt/kubevirt; go.mod here has them too.
package main

import (
	"fmt"
	"reflect"
	"sort"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/ext"
	v1 "kubevirt.io/api/core/v1"
	"libvirt.org/go/libvirtxml"
)

const head = `// Written by scripts/plugin-types. Change the releases there and run it again, not this file.
//   kubevirt.io/api v1.9.0 VirtualMachineInstance, libvirt.org/go/libvirtxml v1.12002.0 Domain, as cel-go v0.26.0 has them

/** Types that expressions of domain hooks see: a line per type, with Go's names. */
export const DOMAIN_HOOK_TYPES =
  '%s';

/** Types that conditions of node hooks see: the same instance with JSON's names. */
export const NODE_HOOK_TYPES =
  '%s';
`

func main() {
	fmt.Printf(head, table("domain"), table("node"))
}

func table(dialect string) string {
	var opts []any
	var roots []string
	if dialect == "domain" {
		opts = []any{reflect.TypeOf(&libvirtxml.Domain{}), reflect.TypeOf(&v1.VirtualMachineInstance{})}
		roots = []string{"libvirtxml.Domain", "v1.VirtualMachineInstance"}
	} else {
		opts = []any{reflect.TypeOf(&v1.VirtualMachineInstance{}), ext.ParseStructTag("json")}
		roots = []string{"v1.VirtualMachineInstance"}
	}
	env, err := cel.NewEnv(ext.NativeTypes(opts...))
	if err != nil {
		panic(err)
	}
	p := env.CELTypeProvider()
	seen := map[string]bool{}
	var walk func(string)
	var lines []string
	var visit func(t *types.Type)
	visit = func(t *types.Type) {
		switch t.Kind() {
		case types.StructKind:
			walk(t.TypeName())
		case types.ListKind, types.MapKind:
			for _, q := range t.Parameters() {
				visit(q)
			}
		}
	}
	goTypes := map[string]reflect.Type{}
	var collect func(reflect.Type)
	collect = func(t reflect.Type) {
		for k := t.Kind(); k == reflect.Pointer || k == reflect.Slice || k == reflect.Array || k == reflect.Map; k = t.Kind() {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return
		}
		parts := strings.Split(t.PkgPath(), "/")
		name := parts[len(parts)-1] + "." + t.Name()
		if _, ok := goTypes[name]; ok {
			return
		}
		goTypes[name] = t
		for i := 0; i < t.NumField(); i++ {
			collect(t.Field(i).Type)
		}
	}
	collect(reflect.TypeOf(libvirtxml.Domain{}))
	collect(reflect.TypeOf(v1.VirtualMachineInstance{}))
	walk = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		fields, ok := p.FindStructFieldNames(name)
		if !ok {
			return
		}
		sort.Strings(fields)
		var parts []string
		for _, f := range fields {
			ft, ok := p.FindStructFieldType(name, f)
			if !ok {
				continue
			}
			parts = append(parts, f+":"+mark(goTypes[name], f, dialect)+short(ft.Type))
			visit(ft.Type)
		}
		// Fields of embedded structs are found by their own names.
		if t, ok := goTypes[name]; ok && dialect == "domain" {
			for _, field := range reflect.VisibleFields(t) {
				if len(field.Index) < 2 || !field.IsExported() {
					continue
				}
				if ft, ok := p.FindStructFieldType(name, field.Name); ok {
					pointer := ""
					if field.Type.Kind() == reflect.Pointer {
						pointer = "*"
					}
					parts = append(parts, "^"+field.Name+":"+pointer+short(ft.Type))
					visit(ft.Type)
				}
			}
		}
		lines = append(lines, name+" "+strings.Join(parts, " "))
	}
	for _, r := range roots {
		walk(r)
	}
	sort.Strings(lines)
	short := strings.NewReplacer("libvirtxml.", "~", "google.protobuf.Timestamp", "timestamp", "google.protobuf.Duration", "duration",
		":string", ":s", "[string", "[s", "{string,string", "{s,s")
	return short.Replace(strings.Join(lines, `\n`))
}

func mark(t reflect.Type, name, dialect string) string {
	if t == nil {
		return ""
	}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		n := f.Name
		if dialect == "node" {
			n = strings.Split(f.Tag.Get("json"), ",")[0]
		}
		if n == name && f.Type.Kind() == reflect.Pointer {
			return "*"
		}
	}
	return ""
}

func short(t *types.Type) string {
	switch t.Kind() {
	case types.ListKind:
		return "[" + short(t.Parameters()[0])
	case types.MapKind:
		return "{" + short(t.Parameters()[0]) + "," + short(t.Parameters()[1])
	}
	return t.String()
}
