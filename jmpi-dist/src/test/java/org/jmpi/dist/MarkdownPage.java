package org.jmpi.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A page of the documentation.
 *
 * @param file its absolute path
 * @param document its tree
 */
record MarkdownPage(Path file, Node document) {
    static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    static MarkdownPage read(Path file) throws IOException {
        return new MarkdownPage(file.toAbsolutePath().normalize(), PARSER.parse(Files.readString(file)));
    }

    /** Reads all pages of a checkout or of a distribution. */
    static List<MarkdownPage> readAll(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(root)) {
            all.forEach(files::add);
        }
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> all = Files.walk(root.resolve(folder))) {
                all.filter(file -> !file.toString().matches(".*[/\\\\]target[/\\\\].*"))
                        .forEach(files::add);
            }
        }
        List<MarkdownPage> pages = new ArrayList<>();
        for (Path file : files.stream().sorted().toList()) if (file.toString().endsWith(".md")) pages.add(read(file));
        return pages;
    }

    String title() {
        return anchors().keySet().stream()
                .findFirst()
                .map(MarkdownPage::text)
                .orElse(file.getFileName().toString());
    }

    /** Returns the destinations of links and images. */
    List<String> links() {
        List<String> links = new ArrayList<>();
        forEach(Link.class, link -> links.add(link.getDestination()));
        forEach(Image.class, image -> links.add(image.getDestination()));
        return links;
    }

    /** Returns the anchor of each heading, in the order of the page, as GitHub makes them. */
    Map<Node, String> anchors() {
        Map<Node, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        forEach(Heading.class, heading -> {
            String anchor = text(heading)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
        });
        return anchors;
    }

    /**
     * A block of code.
     *
     * @param language as the block names it
     * @param code its lines
     * @param comment the HTML comment in front of it, without its marks; null if there is none
     * @param output the block of text that follows, with at most a paragraph between them; null if there is none
     * @param ordered whether that paragraph does not say that the lines come in any order
     */
    record Block(String language, String code, String comment, String output, boolean ordered) {}

    /** Returns the fenced blocks of a language, in the order of the page. */
    List<Block> blocks(String language) {
        List<Block> blocks = new ArrayList<>();
        forEach(FencedCodeBlock.class, block -> {
            if (block.getInfo().equals(language)) blocks.add(block(block));
        });
        return blocks;
    }

    /** Returns the code of blocks that name no language. */
    List<String> unnamedBlocks() {
        List<String> blocks = new ArrayList<>();
        for (Block block : blocks("")) blocks.add(block.code());
        forEach(IndentedCodeBlock.class, block -> blocks.add(block.getLiteral()));
        return blocks;
    }

    private static Block block(FencedCodeBlock block) {
        String comment = block.getPrevious() instanceof HtmlBlock html ? comment(html) : null;
        Node next = block.getNext();
        boolean ordered = !(next instanceof Paragraph) || !text(next).contains("in any order");
        if (next instanceof Paragraph) next = next.getNext();
        String output =
                next instanceof FencedCodeBlock text && text.getInfo().equals("text") ? text.getLiteral() : null;
        return new Block(block.getInfo(), block.getLiteral(), comment, output, ordered);
    }

    /** Returns the HTML comments, without their marks. */
    List<String> comments() {
        List<String> comments = new ArrayList<>();
        forEach(HtmlBlock.class, html -> comments.add(comment(html)));
        return comments;
    }

    private static String comment(HtmlBlock html) {
        return html.getLiteral().replaceAll("(?s)^<!--\\s*|\\s*-->$", "");
    }

    /** Calls back for each node of a type, in the order of the page. */
    <T extends Node> void forEach(Class<T> type, Consumer<T> action) {
        visit(document, node -> {
            if (type.isInstance(node)) action.accept(type.cast(node));
        });
    }

    /** Returns the text of a node, without its marks. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        visit(node, child -> {
            if (child instanceof Text literal) text.append(literal.getLiteral());
            if (child instanceof Code literal) text.append(literal.getLiteral());
            if (child instanceof FencedCodeBlock literal) text.append(' ').append(literal.getLiteral());
            if (child instanceof SoftLineBreak || child instanceof CustomNode || child instanceof Paragraph)
                text.append(' ');
        });
        return text.toString().strip();
    }

    private static void visit(Node node, Consumer<Node> action) {
        action.accept(node);
        for (Node child = node.getFirstChild(); child != null; ) {
            Node next = child.getNext();
            visit(child, action);
            child = next;
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
