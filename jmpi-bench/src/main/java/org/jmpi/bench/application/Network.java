package org.jmpi.bench.application;

import java.util.Random;
import org.jmpi.bench.ProgressBar;

/**
 * Trains a network of three layers, with one output, by back-propagation in batches: each epoch sums the changes of the
 * weights over all items, and applies them. The result is the weights: those of each hidden neuron's inputs and its
 * bias, then those of the output.
 *
 * <p>Source: "A Performance Comparison of DSM, PVM, and MPI". It trains 9-40-1 with the 44,000 items of the shuttle
 * data set for 235 epochs, and 54-160-1 with 72,000 items of the forest cover data set for 50. Here the items are
 * random numbers from 0 to 1 of the same shapes, and there are fewer epochs.
 */
final class Network implements Problem<double[]> {
    private static final int SEED = 9;
    private static final double RATE = 0.25;

    private final int inputs;
    private final int hidden;
    private final int items;
    private final int epochs;
    private final double[] data;
    private final double[] start;

    Network(int inputs, int hidden, int items, int epochs) {
        this.inputs = inputs;
        this.hidden = hidden;
        this.items = items;
        this.epochs = epochs;
        Random random = new Random(SEED);
        data = random.doubles((long) items * inputs).toArray();
        start = random.doubles(hidden * (inputs + 1L) + hidden + 1, -0.5, 0.5).toArray();
    }

    /** Returns the number of items. */
    int items() {
        return items;
    }

    /** Returns the number of epochs. */
    int epochs() {
        return epochs;
    }

    /** Returns a copy of the weights before the training. */
    double[] start() {
        return start.clone();
    }

    /** Returns what the network is to learn: whether the first input is larger than the last one. */
    double target(int item) {
        return data[item * inputs] > data[item * inputs + inputs - 1] ? 1 : 0;
    }

    @Override
    public String size() {
        return inputs + "-" + hidden + "-1 " + items + " items " + epochs + (epochs == 1 ? " epoch" : " epochs");
    }

    @Override
    public double[] solve(ProgressBar progress) {
        double[] weights = start();
        for (int epoch = 0; epoch < epochs; epoch++) {
            double[] changes = new double[weights.length];
            train(weights, 0, items, changes, progress);
            apply(changes, weights);
        }
        return weights;
    }

    @Override
    public Check check(double[] expected, double[] result) {
        return Check.within(bound(), expected, result);
    }

    /**
     * Returns how far weights may be apart that were trained by sums in different orders.
     *
     * <p>A change is a sum of n items, none above 1/4. In another order it differs by 2 n u times the sum of the
     * absolute terms at most, where u is {@link Check#ROUNDING}: by n n u / 2. It is applied with the factor RATE / n,
     * so an epoch moves weights apart by e = RATE n u / 2, and by u for the rounding of the weights.
     *
     * <p>Weights that are apart by d lead to changes that are apart, too. Inputs and hidden values are at most 1, the
     * derivative of the sigmoid at most 1/4, and output weights stay below 1 in the few epochs here. The input of the
     * output neuron is then apart by Z d, where Z = hidden + 1 + hidden (inputs + 1) / 4, and the mean change by L d,
     * where L = Z / 4 + (inputs + 1) / 16. So each epoch makes d (1 + RATE L) + e + u of d.
     */
    private double bound() {
        double z = hidden + 1 + hidden * (inputs + 1) / 4.0;
        double growth = 1 + RATE * (z / 4 + (inputs + 1) / 16.0);
        double bound = 0;
        for (int i = 0; i < epochs; i++) bound = bound * growth + RATE * items * Check.ROUNDING / 2 + Check.ROUNDING;
        return bound;
    }

    /** Adds the changes by the items from {@code first} to {@code end}, not included. */
    void train(double[] weights, int first, int end, double[] changes, ProgressBar progress) {
        double[] values = new double[hidden];
        for (int item = first; item < end; item++) {
            double output = forward(weights, item, values);
            double error = (target(item) - output) * output * (1 - output);
            backward(weights, item, values, error, changes);
            progress.show(item - first, end - first);
        }
    }

    /** Applies the summed changes of all items. */
    void apply(double[] changes, double[] weights) {
        for (int i = 0; i < weights.length; i++) weights[i] += RATE / items * changes[i];
    }

    /** Returns the output for an item, and sets the values of the hidden neurons. */
    double forward(double[] weights, int item, double[] values) {
        int output = hidden * (inputs + 1);
        double sum = weights[output + hidden];
        for (int j = 0; j < hidden; j++) {
            int neuron = j * (inputs + 1);
            double input = weights[neuron + inputs];
            for (int i = 0; i < inputs; i++) input += weights[neuron + i] * data[item * inputs + i];
            values[j] = sigmoid(input);
            sum += weights[output + j] * values[j];
        }
        return sigmoid(sum);
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private void backward(double[] weights, int item, double[] values, double error, double[] changes) {
        int output = hidden * (inputs + 1);
        changes[output + hidden] += error;
        for (int j = 0; j < hidden; j++) {
            changes[output + j] += error * values[j];
            double inner = error * weights[output + j] * values[j] * (1 - values[j]);
            int neuron = j * (inputs + 1);
            for (int i = 0; i < inputs; i++) changes[neuron + i] += inner * data[item * inputs + i];
            changes[neuron + inputs] += inner;
        }
    }
}
