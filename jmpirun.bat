@echo off
rem Starts the ranks of an MPI program: jmpirun --help tells the rest.
rem One script for both of its places: bin\ of a distribution, and a source checkout, where it builds what is missing
rem (once: after a change in the sources, run mvn package).
setlocal EnableExtensions DisableDelayedExpansion
set "HERE=%~dp0"

if not defined JAVA_HOME goto java_on_path
set "JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%JAVA%" goto java_found
>&2 echo jmpirun: no java at "%JAVA%": JAVA_HOME names no JDK
exit /b 2
:java_on_path
set "JAVA=java.exe"
where /q java.exe
if not errorlevel 1 goto java_found
>&2 echo jmpirun: no java on the PATH: install a JDK (17 or newer) or set JAVA_HOME
exit /b 2

:java_found
if exist "%HERE%pom.xml" goto checkout
for %%I in ("%HERE%..\lib") do set "LIB=%%~fI"
if exist "%LIB%\" goto launch
>&2 echo jmpirun: no folder "%LIB%": jmpirun belongs into the bin folder of a JMPI distribution
exit /b 2

:checkout
set "LIB=%HERE%jmpi-dist\target\jmpi\lib"
if exist "%LIB%\" goto launch
where /q mvn.cmd
if not errorlevel 1 goto build
>&2 echo jmpirun: no mvn on the PATH to build this source checkout: install Maven (3.6.3 or newer)
exit /b 2
:build
>&2 echo jmpirun: building (first run) ...
pushd "%HERE%"
call mvn.cmd -q -B -ntp -Dmaven.test.skip=true -Denforcer.skip=true -pl jmpi-dist -am package <nul 1>&2
set "BUILD=%ERRORLEVEL%"
popd
if "%BUILD%"=="0" goto launch
>&2 echo jmpirun: the build failed
exit /b 2

:launch
"%JAVA%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Djdk.reflect.useNativeAccessorOnly=true "-Djmpi.lib=%LIB%" -cp "%LIB%\*;%LIB%\tools\*" org.jmpi.run.Jmpirun %*
exit /b %ERRORLEVEL%
