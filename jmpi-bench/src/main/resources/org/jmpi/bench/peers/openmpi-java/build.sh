#!/bin/sh
# Compiles the programs of this folder for Open MPI's Java binding. $1: the folder of its library; $2: a JDK. Debian's package has the
# library without mpi.jar: the classes are then compiled from the source package. The last line says where they are, or what is missing.
set -e
jar=$1/mpi.jar
javac=$2/bin/javac
source=$PWD/source
[ -x "$javac" ] || { echo "no compiler at $javac: use a JDK" >&2; exit 1; }
if [ ! -f "$jar" ]; then
    mkdir -p source/parts source/lists/partial source/cache/archives/partial binding
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types: .*/Types: deb-src/' "$list" >"source/parts/${list##*/}"
    done
    [ ! -f /etc/apt/sources.list ] || sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >source/parts/one-line.list
    apt() {
        apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$source/parts" \
            -o "Dir::State::lists=$source/lists" -o "Dir::Cache=$source/cache" "$@"
    }
    if ! { apt update && (cd source && apt source --download-only openmpi); } >apt.log 2>&1; then
        cat apt.log >&2
        echo "no mpi.jar in $1, and apt-get gives no source package of openmpi to make it of: put that jar there" >&2
        exit 1
    fi
    tar -C source -xf source/openmpi_*.orig.tar.* --wildcards '*/ompi/mpi/java/java/*.java'
    "$javac" -nowarn -d binding source/*/ompi/mpi/java/java/*.java
    jar=$PWD/binding
fi
"$javac" -nowarn -d classes -cp "$jar" ./*.java
echo "$jar"
