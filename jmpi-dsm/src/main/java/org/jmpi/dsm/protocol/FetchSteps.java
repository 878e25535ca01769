package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Brings pages up to date: copies from their keepers, then the diffs of all writers, applied in their order. */
final class FetchSteps implements Steps {
    private enum Stage {
        NEW,
        COPYING,
        MERGING
    }

    private final Protocol protocol;
    private final List<Page> pages;
    private final Map<Integer, Page> byNumber = new HashMap<>();
    private Stage stage = Stage.NEW;

    /** The answers, by the rank that was asked. */
    private final Map<Integer, CompletableFuture<ByteBuffer>> answers = new HashMap<>();

    FetchSteps(Protocol protocol, List<Page> pages) {
        this.protocol = protocol;
        this.pages = pages;
        for (Page page : pages) byNumber.put(page.number, page);
    }

    @Override
    public CompletableFuture<?> next() {
        if (stage == Stage.NEW) {
            pages.forEach(protocol::countMiss);
            stage = Stage.COPYING;
            askForCopies();
            if (!answers.isEmpty()) return all();
        }
        if (stage == Stage.COPYING) {
            takeCopies();
            stage = Stage.MERGING;
            askForDiffs();
            if (!answers.isEmpty()) return all();
        }
        takeDiffs();
        return null;
    }

    private CompletableFuture<?> all() {
        return CompletableFuture.allOf(answers.values().toArray(CompletableFuture<?>[]::new));
    }

    private void askForCopies() {
        Map<Integer, Numbers> questions = new HashMap<>();
        for (Page page : pages)
            if (page.keeper() >= 0)
                questions.computeIfAbsent(page.keeper(), rank -> new Numbers()).add(page.number);
        ask(Question.COPIES, questions);
    }

    private void ask(Question question, Map<Integer, Numbers> questions) {
        questions.forEach((rank, numbers) -> answers.put(rank, protocol.ask(rank, question, numbers.done())));
    }

    private void takeCopies() {
        for (CompletableFuture<ByteBuffer> answer : answers.values()) {
            ByteBuffer copies = answer.join();
            while (copies.hasRemaining()) protocol.takeCopy(byNumber.get(copies.getInt()), copies);
        }
        answers.clear();
    }

    private void askForDiffs() {
        Map<Integer, Numbers> questions = new HashMap<>();
        for (Page page : pages) {
            Map<Integer, int[]> ranges = new HashMap<>();
            for (Interval interval : page.missing())
                ranges.merge(interval.author(), new int[] {interval.number(), interval.number()}, (one, other) ->
                        new int[] {Math.min(one[0], other[0]), Math.max(one[1], other[1])});
            ranges.forEach((author, range) ->
                    questions.computeIfAbsent(author, rank -> new Numbers()).add(page.number, range[0], range[1]));
        }
        ask(Question.DIFFS, questions);
    }

    private void takeDiffs() {
        Map<Page, List<Page.Change>> changes = new HashMap<>();
        for (Page page : pages) changes.put(page, new ArrayList<>());
        answers.forEach((author, answer) -> {
            ByteBuffer diffs = answer.join();
            while (diffs.hasRemaining()) {
                Page page = byNumber.get(diffs.getInt());
                for (int count = diffs.getInt(); count > 0; count--)
                    changes.get(page).add(change(page, author, diffs));
            }
        });
        changes.forEach(protocol::takeChanges);
    }

    private static Page.Change change(Page page, int author, ByteBuffer diffs) {
        int number = diffs.getInt();
        ByteBuffer diff =
                diffs.slice(diffs.position() + Integer.BYTES, diffs.getInt()).order(diffs.order());
        diffs.position(diffs.position() + diff.capacity());
        for (Interval interval : page.missing())
            if (interval.author() == author && interval.number() == number) return new Page.Change(interval, diff);
        throw new IllegalStateException("diff of interval " + number + " of rank " + author + " for page " + page.number
                + " was not asked for");
    }

    @Override
    public String awaited() {
        return pages.size() == 1 ? "page " + pages.get(0).number : pages.size() + " pages";
    }
}
