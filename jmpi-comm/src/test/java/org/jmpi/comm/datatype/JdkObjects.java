package org.jmpi.comm.datatype;

import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Point2D;
import java.beans.PropertyChangeSupport;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.rmi.MarshalledObject;
import java.rmi.RemoteException;
import java.rmi.server.UID;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.HijrahDate;
import java.time.chrono.JapaneseDate;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import javax.management.BadAttributeValueExpException;
import javax.management.ObjectName;
import javax.naming.NamingException;
import javax.naming.ldap.LdapName;
import javax.swing.event.EventListenerList;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.provider.Arguments;

/** Objects of the JDK's classes, those that arrive and those that are refused. */
public final class JdkObjects {
    private JdkObjects() {}

    /** Values of the JDK, and arrays of its interfaces and abstract classes. */
    static Stream<Arguments> usualValues() throws Exception {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"), Locale.ROOT);
        List<Object> values = List.of(
                new Serializable[] {1, "a", null},
                new Comparable<?>[][] {{1}, {"a"}, null},
                new CharSequence[] {"a", new StringBuilder("b").toString()},
                new Number[] {1, 2.5, new BigDecimal("3.1")},
                new Map<?, ?>[] {Map.of(1, "a")},
                new Runnable[0][0],
                new InputStream[1],
                new File("a"),
                calendar,
                Calendar.getInstance(Locale.forLanguageTag("th-TH")),
                TimeZone.getTimeZone("Europe/Berlin"),
                JapaneseDate.of(2026, 2, 3),
                HijrahDate.from(LocalDate.of(2026, 2, 3)),
                ZonedDateTime.of(LocalDate.of(2026, 2, 3).atStartOfDay(), ZoneId.of("Europe/Berlin")),
                WeekFields.ISO,
                new MathContext(3),
                Timestamp.valueOf("2026-02-03 04:05:06"),
                new java.sql.Date(5),
                InetAddress.getByName("127.0.0.1"),
                new InetSocketAddress("127.0.0.1", 3),
                new Point2D.Double(1, 2),
                new Rectangle(1, 2, 3, 4),
                new Color(1, 2, 3),
                AffineTransform.getRotateInstance(1),
                NumberFormat.getInstance(Locale.GERMANY),
                new SimpleDateFormat("yyyy", Locale.ROOT),
                new MessageFormat("{0,number}", Locale.ROOT),
                Level.INFO,
                StandardOpenOption.CREATE,
                PosixFilePermission.OWNER_READ,
                Comparator.naturalOrder(),
                Collections.synchronizedList(new ArrayList<>(List.of(1))).getClass(),
                new Properties(),
                new QName("a", "b"));
        return values.stream().map(value -> Arguments.of(value));
    }

    /** Exceptions with causes and with suppressed ones. */
    static Stream<Throwable> exceptions() {
        Exception suppressing = new IllegalStateException(new ExecutionException(new ArithmeticException("/ by zero")));
        suppressing.addSuppressed(new NoSuchFileException("a"));
        return Stream.of(
                suppressing,
                new UncheckedIOException(new FileNotFoundException("a")),
                new SQLException("a", new SocketTimeoutException("b")),
                new InvocationTargetException(new ClassNotFoundException("a")),
                new RemoteException("a", new ConnectException("b")),
                new CertificateException("a"),
                new NamingException("a"),
                new DataFormatException("a"),
                new PatternSyntaxException("a", "b", 1),
                new AssertionError("a", new StackOverflowError()));
    }

    /** Among them are the starts of known attacks. */
    static Stream<Arguments> classesOutsideTheList() throws Exception {
        Object annotation = Annotated.class.getAnnotation(Deprecated.class);
        ObjectName name = new ObjectName("a:b=c");
        Map<String, Object> inside = new HashMap<>();
        inside.put("deep", List.of(name));
        List<Object> objects = List.of(
                new EventListenerList(),
                name,
                new ObjectName[] {null},
                new ObjectName[0][0],
                inside,
                new Object[] {1, new Object[] {name}},
                new BadAttributeValueExpException("a"),
                annotation,
                new MarshalledObject<>("a"),
                new LdapName("cn=a"),
                new PropertyChangeSupport("a"),
                new UID());
        return objects.stream().map(object -> Arguments.of(object));
    }

    @Deprecated
    private static final class Annotated {}
}
