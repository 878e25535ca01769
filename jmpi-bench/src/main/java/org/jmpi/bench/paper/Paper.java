package org.jmpi.bench.paper;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A paper whose tables and figures are drawn again. Its data lie in resources that bear its name. */
public enum Paper {
    /** The paper that JMPI is named after. */
    JMPI("JMPI: Implementing the Message Passing Standard in Java", "S. Morin, I. Koren and C. M. Krishna"),
    /** Remote calls and messages. */
    RPC("A Performance Evaluation of RPC, Java RMI, MPI and PVM", "K. Qureshi and H. Rashid"),
    /** Virtual machines in Java. */
    PVM("Communication Performance of Java based Parallel Virtual Machines", "N. Yalamanchilli and W. Cohen"),
    /** Calls of objects of other processors. */
    MRPC(
            "MRPC: A High Performance RPC System for MPMD Parallel Computing",
            "C. Chang, G. Czajkowski and T. von Eicken"),
    /** Distributed shared memory. */
    DSM("A Performance Comparison of DSM, PVM, and MPI", "P. Werstein, M. Pethick and Z. Huang");

    private final String title;
    private final String authors;

    Paper(String title, String authors) {
        this.title = title;
        this.authors = authors;
    }

    /** Returns the title. */
    public String title() {
        return title;
    }

    /** Returns the names of the authors. */
    public String authors() {
        return authors;
    }

    /** Returns the values that the paper publishes, and what follows from them. */
    public Values published() {
        List<Value> values = Resource.rows(this + ".csv", "figure,series,x,y,unit").stream()
                .map(row -> new Value(this, row[0], row[1], row[2], Double.parseDouble(row[3]), row[4], ""))
                .toList();
        return new Values(values).completed();
    }

    /** Returns the tables and figures, in the order of the paper. */
    public List<Figure> figures() {
        return Figure.all().stream().filter(figure -> figure.paper() == this).toList();
    }

    /** Returns the table or figure with an {@link Figure#id}. */
    Figure figure(String id) {
        return figures().stream()
                .filter(figure -> figure.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(this + " has no " + id));
    }

    /** Returns what the paper found. */
    public List<Finding> findings() {
        return Finding.all().stream()
                .filter(finding -> finding.figure().paper() == this)
                .toList();
    }

    /** Returns paragraphs in Markdown: one about the paper under an empty name, and one for each figure. */
    public Map<String, String> paragraphs() {
        return Resource.sections(this + ".md");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
