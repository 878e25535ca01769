package mpi;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** The members of package mpi that sources name, call, construct or override. */
final class UsedMembers extends TreePathScanner<Void, Void> {
    private final Trees trees;
    private final Types types;
    private final Set<String> used = new HashSet<>();

    private UsedMembers(JavacTask task) {
        trees = Trees.instance(task);
        types = task.getTypes();
    }

    static UsedMembers of(JavacTask task) throws IOException {
        UsedMembers members = new UsedMembers(task);
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        members.scan(units, null);
        return members;
    }

    /** Returns whether a member is used, through a class or through one that inherits it. */
    boolean contains(String type, String key) {
        return used.contains(type + "." + key);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
        TreePath receiver = new TreePath(getCurrentPath(), tree.getExpression());
        add(trees.getTypeMirror(receiver), trees.getElement(getCurrentPath()));
        return super.visitMemberSelect(tree, nothing);
    }

    /** A simple name: of interest is only the {@code super} of a constructor's call. */
    @Override
    public Void visitIdentifier(IdentifierTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (element != null && element.getKind() == ElementKind.CONSTRUCTOR)
            add(element.getEnclosingElement().asType(), element);
        return super.visitIdentifier(tree, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (element != null) add(element.getEnclosingElement().asType(), element);
        return super.visitNewClass(tree, nothing);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (element.getKind() == ElementKind.METHOD)
            add(element.getEnclosingElement().asType(), element);
        return super.visitMethod(tree, nothing);
    }

    private void add(TypeMirror receiver, Element member) {
        if (!(receiver instanceof DeclaredType) || member == null) return;
        String key = key(member);
        if (key == null) return;
        addTo(receiver, key);
    }

    private void addTo(TypeMirror receiver, String key) {
        TypeElement type = (TypeElement) types.asElement(receiver);
        if (type == null) return;
        if (type.getQualifiedName().toString().startsWith("mpi.")) used.add(type.getSimpleName() + "." + key);
        types.directSupertypes(receiver).forEach(parent -> addTo(parent, key));
    }

    private static String key(Element member) {
        return switch (member.getKind()) {
            case FIELD -> member.getSimpleName().toString();
            case METHOD -> member.getSimpleName() + parameters(member);
            case CONSTRUCTOR -> member.getEnclosingElement().getSimpleName() + parameters(member);
            default -> null;
        };
    }

    private static String parameters(Element executable) {
        return ((ExecutableElement) executable)
                .getParameters().stream()
                        .map(parameter -> parameter.asType().toString().replaceFirst("^(mpi|java\\.lang)\\.", ""))
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
