package org.jmpi.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.world.Dialects;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.UniqueId;

/**
 * Runs a test on several ranks in place of the JVM of the tests. In a rank it only resolves parameters.
 *
 * <p>Public for JUnit, which makes one by reflection.
 */
public final class MpiTestExtension implements ExecutionCondition, InvocationInterceptor, ParameterResolver {
    /** Creates the extension. */
    public MpiTestExtension() {
        // Nothing to set.
    }

    /** Leaves out what JUnit makes of {@code @Test} in {@link MpiTest} where another annotation makes tests as well. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean plain =
                UniqueId.parse(context.getUniqueId()).getLastSegment().getType().equals("method");
        if (plain && AnnotationSupport.isAnnotated(context.getTestMethod(), TestTemplate.class))
            return ConditionEvaluationResult.disabled("@MpiTest belongs on the class, beside @ParameterizedTest or"
                    + " @RepeatedTest on the method; those tests run on its ranks");
        return ConditionEvaluationResult.enabled(null);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == World.class || Dialects.has(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (RankTest.isRank()) return world(type);
        // The JVM of the tests is no rank. It runs no method, but makes the object.
        boolean makes = parameter.getDeclaringExecutable() instanceof Constructor && type != World.class;
        return makes ? Jmpi.call(1, () -> world(type)).get(0) : null;
    }

    private static Object world(Class<?> type) {
        World world = Jmpi.world();
        return type == World.class ? world : world.as(type);
    }

    /** Makes the object on which nothing runs as rank 0 of 1: its fields may be initialised by MPI calls. */
    @Override
    public <T> T interceptTestClassConstructor(
            Invocation<T> invocation, ReflectiveInvocationContext<Constructor<T>> call, ExtensionContext context)
            throws Throwable {
        if (RankTest.isRank()) return invocation.proceed();
        return Jmpi.call(1, () -> {
                    try {
                        return invocation.proceed();
                    } catch (Throwable e) {
                        throw RankFailedError.ofConstructor(e);
                    }
                })
                .get(0);
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        inRankOnly(invocation);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        inRankOnly(invocation);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        inRankOnly(invocation);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        inRankOnly(invocation);
    }

    private static void inRankOnly(Invocation<Void> invocation) throws Throwable {
        if (RankTest.isRank()) invocation.proceed();
        else invocation.skip();
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        if (RankTest.isRank()) invocation.proceed();
        else onRanks(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        interceptTestMethod(invocation, call, context);
    }

    /** Runs the dynamic tests on the ranks; the JVM of the tests has none. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        if (RankTest.isRank()) return invocation.proceed();
        onRanks(invocation, context);
        return (T) List.of();
    }

    private static void onRanks(Invocation<?> invocation, ExtensionContext context) throws InterruptedException {
        invocation.skip();
        JobRequest request = JobRequest.of(annotation(context), context);
        JobResult result = request.processes() ? new ProcessRanks(request).run() : new ThreadRanks(request).run();
        result.check(request);
    }

    /** Returns the annotation of the method, or else of its class, or else of a class around that. */
    private static MpiTest annotation(ExtensionContext context) {
        Optional<MpiTest> found = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), MpiTest.class);
        Class<?> type = context.getRequiredTestClass();
        for (; found.isEmpty() && type != null; type = type.getEnclosingClass())
            found = AnnotationSupport.findAnnotation(type, MpiTest.class);
        return found.orElseThrow(() -> new ExtensionConfigurationException(
                context.getDisplayName() + ": @MpiTest is needed, on the method or its class"));
    }
}
