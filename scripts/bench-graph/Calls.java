// SPDX-License-Identifier: MIT
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeKind;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints what each call of Java sources calls, by javac, as compare.py reads it.
 * usage: java Calls.java TREE FOLDER...   what is called of libraries that are not there is unknown.
 */
public class Calls extends TreePathScanner<Void, Void> {
    private final Trees trees;
    private final SourcePositions positions;
    private final Path root;
    private final CompilationUnitTree unit;
    private final PrintWriter out;
    private final String text;

    private Calls(JavacTask task, Path root, CompilationUnitTree unit, PrintWriter out) throws IOException {
        this.trees = Trees.instance(task);
        this.positions = trees.getSourcePositions();
        this.root = root;
        this.unit = unit;
        this.out = out;
        this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    private String pathOf(CompilationUnitTree of) {
        return root.relativize(Path.of(of.getSourceFile().toUri())).toString();
    }

    /** The line of a declaration behind annotations and modifiers, where its name or its type stands. */
    private long lineOf(CompilationUnitTree of, Tree declared) {
        Tree before = null;
        if (declared instanceof ClassTree) before = ((ClassTree) declared).getModifiers();
        if (declared instanceof MethodTree) {
            MethodTree method = (MethodTree) declared;
            if (method.getReturnType() != null)
                return of.getLineMap().getLineNumber(positions.getStartPosition(of, method.getReturnType()));
            before = method.getModifiers();
        }
        long end = before == null ? -1 : positions.getEndPosition(of, before);
        long at = end >= 0 ? end + 1 : positions.getStartPosition(of, declared);
        return at < 0 ? 0 : of.getLineMap().getLineNumber(at);
    }

    private void print(TreePath path, String name, long at) {
        Element called = trees.getElement(path);
        String kind = "unknown", target = "", of = "";
        if (at < 0) return;
        boolean constructor = called != null && called.getKind() == ElementKind.CONSTRUCTOR;
        if (constructor || called != null && called.getKind() == ElementKind.METHOD) {
            TreePath there = trees.getPath(called);
            // a default constructor stands nowhere: its class is called
            if (there == null) there = trees.getPath(called.getEnclosingElement());
            if (called.asType().getKind() != TypeKind.ERROR) kind = there == null ? "ext" : constructor ? "ctor" : "func";
            if (there != null && !kind.equals("unknown")) {
                CompilationUnitTree file = there.getCompilationUnit();
                target = pathOf(file) + ":" + lineOf(file, there.getLeaf());
                if (constructor) of = called.getEnclosingElement().getSimpleName().toString();
            }
        }
        out.println(pathOf(unit) + "\t" + unit.getLineMap().getLineNumber(at) + "\t" + name + "\t" + kind + "\t" + target
                + "\t" + (of.equals(name) ? "" : of));
    }

    /** The compiler adds calls of super() that stand nowhere: those are no sites. */
    private void printIfWritten(TreePath path, String name, long at) {
        if (at >= 0 && text.startsWith(name, (int) at)) print(path, name, at);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void unused) {
        ExpressionTree method = node.getMethodSelect();
        TreePath path = new TreePath(getCurrentPath(), method);
        if (method instanceof MemberSelectTree)
            print(path, ((MemberSelectTree) method).getIdentifier().toString(), positions.getEndPosition(unit, method) - 1);
        else if (method instanceof IdentifierTree)
            printIfWritten(path, ((IdentifierTree) method).getName().toString(), positions.getStartPosition(unit, method));
        return super.visitMethodInvocation(node, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void unused) {
        Tree type = node.getIdentifier();
        if (type instanceof ParameterizedTypeTree) type = ((ParameterizedTypeTree) type).getType();
        String name = type.toString();
        if (node.getClassBody() == null)
            print(getCurrentPath(), name.substring(name.lastIndexOf('.') + 1), positions.getEndPosition(unit, type) - 1);
        return super.visitNewClass(node, unused);
    }

    private static List<Path> sources(String folder) throws IOException {
        try (Stream<Path> all = Files.walk(Path.of(folder))) {
            List<Path> out = new ArrayList<>();
            all.filter(p -> p.toString().endsWith(".java")).sorted().forEach(out::add);
            out.removeIf(p -> p.endsWith("module-info.java") || p.endsWith("package-info.java"));
            return out;
        }
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            System.err.println("usage: java Calls.java TREE FOLDER...");
            System.exit(2);
        }
        List<Path> files = new ArrayList<>();
        for (int i = 1; i < args.length; i++) files.addAll(sources(args[0] + "/" + args[i]));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        // errors, as of libraries that are not there, are no reason to stop
        List<String> options = List.of("-proc:none", "-Xmaxerrs", "1000000", "-XDshould-stop.ifError=FLOW");
        JavacTask task = (JavacTask) compiler.getTask(new PrintWriter(new StringWriter()), manager, d -> { }, options,
                null, manager.getJavaFileObjectsFromPaths(files));
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        for (CompilationUnitTree unit : units)
            new Calls(task, Path.of(args[0]).toAbsolutePath().normalize(), unit, out).scan(unit, null);
        out.flush();
    }
}
