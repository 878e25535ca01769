/**
 * Makes reports from the recordings of a job.
 *
 * <p>{@link org.jmpi.report.TraceReader} reads the recordings into a {@link org.jmpi.report.Trace}, a model that
 * knows no JFR. {@link org.jmpi.report.MessageMatch} finds the receive of each send, {@link
 * org.jmpi.report.ClockAlignment} aligns the clocks of the processes, and {@link org.jmpi.report.Losses} finds the time
 * that ranks lose and why. {@link org.jmpi.report.HtmlPage}, {@link org.jmpi.report.TraceJson} and {@link
 * org.jmpi.report.CsvFiles} write the results.
 */
package org.jmpi.report;
