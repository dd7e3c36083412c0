// SPDX-License-Identifier: MIT

// Print what each call of a Go module calls, by go/types, as compare.py reads it.
// usage: calls TREE        TREE has a go.mod
// Imports from outside of the module and of the standard library are empty: what they give is unknown.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A program holds the packages of the module as they are imported: without tests.
type program struct {
	root, module string
	files        *token.FileSet
	standard     types.Importer
	loaded       map[string]*types.Package
	out          *bufio.Writer
}

// Import gives the package of an import path.
func (p *program) Import(name string) (*types.Package, error) {
	if found, ok := p.loaded[name]; ok {
		return found, nil
	}
	var made *types.Package
	switch first, _, _ := strings.Cut(name, "/"); {
	case name == p.module || strings.HasPrefix(name, p.module+"/"):
		own, _ := p.parse(filepath.Join(p.root, strings.TrimPrefix(name, p.module)), false)
		made = p.check(name, own, &types.Info{})
	case strings.Contains(first, "."):
		made = types.NewPackage(name, path.Base(name))
		made.MarkComplete()
	default:
		return p.standard.Import(name)
	}
	p.loaded[name] = made
	return made, nil
}

func (p *program) check(name string, files []*ast.File, info *types.Info) *types.Package {
	config := types.Config{Importer: p, FakeImportC: true, Error: func(error) {}}
	made, _ := config.Check(name, p.files, files, info)
	return made
}

// parse reads the files of a folder that this system would build; `outer` are those of package NAME_test.
func (p *program) parse(dir string, tests bool) (own, outer []*ast.File) {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") && !tests {
			continue
		}
		if fits, err := build.Default.MatchFile(dir, filepath.Base(name)); err != nil || !fits {
			continue
		}
		file, err := parser.ParseFile(p.files, name, nil, parser.SkipObjectResolution)
		switch {
		case err != nil:
		case strings.HasSuffix(file.Name.Name, "_test"):
			outer = append(outer, file)
		default:
			own = append(own, file)
		}
	}
	return own, outer
}

// called is the name that stands for what is called: f, x.f, f[T], (f).
func called(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.ParenExpr:
		return called(e.X)
	case *ast.IndexExpr:
		return called(e.X)
	case *ast.IndexListExpr:
		return called(e.X)
	}
	return nil
}

func (p *program) place(at token.Pos) (file string, line int, inside bool) {
	position := p.files.Position(at)
	file, err := filepath.Rel(p.root, position.Filename)
	return file, position.Line, err == nil && position.IsValid() && !strings.HasPrefix(file, "..")
}

func kindOf(o types.Object) string {
	switch o.(type) {
	case *types.Func:
		return "func"
	case *types.TypeName:
		return "type"
	case *types.Builtin:
		return "builtin"
	}
	return "var"
}

func (p *program) print(name *ast.Ident, info *types.Info) {
	file, line, _ := p.place(name.Pos())
	kind, target := "unknown", ""
	if o := info.Uses[name]; o != nil {
		kind = kindOf(o)
		if there, at, inside := p.place(o.Pos()); inside {
			target = fmt.Sprintf("%s:%d", there, at)
		} else if kind != "builtin" {
			kind = "ext"
		}
	}
	fmt.Fprintf(p.out, "%s\t%d\t%s\t%s\t%s\n", file, line, name.Name, kind, target)
}

func (p *program) unit(name string, files []*ast.File) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	p.check(name, files, info)
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if name := called(call.Fun); name != nil {
					p.print(name, info)
				}
			}
			return true
		})
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: calls TREE")
		os.Exit(2)
	}
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	found := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`).FindSubmatch(text)
	if err != nil || found == nil {
		fmt.Fprintln(os.Stderr, "calls: no module in", root)
		os.Exit(1)
	}
	p := &program{root: root, module: string(found[1]), files: token.NewFileSet(), loaded: map[string]*types.Package{},
		out: bufio.NewWriter(os.Stdout)}
	defer p.out.Flush()
	p.standard = importer.ForCompiler(p.files, "source", nil)
	filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		rel, _ := filepath.Rel(root, dir)
		name := path.Join(p.module, filepath.ToSlash(rel))
		own, outer := p.parse(dir, true)
		p.unit(name, own)
		p.unit(name+"_test", outer)
		return nil
	})
}
