#!/bin/bash
# Runs Slurm on this machine alone, with two nodes that are daemons on it, for tests. Usage, as root: slurm.sh COMMAND
#
#   check         print what this machine lacks; fail if it lacks anything
#   up FOLDER     start the daemons, with all their files in a new folder; FOLDER/slurm.conf is the value for SLURM_CONF
#   down FOLDER   end the jobs and the daemons, and remove the folder
#
# Each node has 8 processors, whatever the machine has. PMI is offered only to jobs that ask for it (--mpi=pmi2). If the
# variable OWNER is a process id, the daemons end when that process ends.
set -euo pipefail

fail() { echo "slurm.sh: $*" >&2; exit 1; }

command=${1:?command} folder=${2:-}
export SLURM_CONF=$folder/slurm.conf
daemons=(munged slurmctld slurmd-node1 slurmd-node2)

check() {
    local tool missing=()
    [ "$(id -u)" = 0 ] || fail "not root"
    for tool in munged slurmctld slurmd srun sbatch salloc scancel sinfo ss; do
        command -v $tool >/dev/null || missing+=($tool)
    done
    [ ${#missing[@]} = 0 ] || fail "missing: ${missing[*]}"
}

# Prints the first of three ports that nobody listens on.
free_ports() {
    local port
    for ((port = 20000 + RANDOM % 10000; ; port += 3)); do
        ss -Hltn "( sport >= :$port and sport <= :$((port + 2)) )" | grep -q . || break
    done
    echo $port
}

make_files() {
    local port host
    port=$(free_ports)
    host=$(uname -n)
    mkdir -p "$folder"/{munge,state,spool-node1,spool-node2}
    chmod 700 "$folder/munge"
    head -c 128 /dev/urandom >"$folder/munge/key"
    chmod 400 "$folder/munge/key"
    touch "$folder/plugstack.conf"
    echo 'IgnoreSystemd=yes' >"$folder/cgroup.conf"
    cat >"$folder/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
ReturnToService=2
KillWait=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
SlurmdParameters=config_overrides
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=8 RealMemory=4000
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=8 RealMemory=4000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

idle_nodes() { sinfo -h -N -t idle 2>/dev/null | wc -l; }

up() {
    local i
    make_files
    # The folders above may be writable by others, which munged would else not take.
    munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munged.pid" \
        --log-file="$folder/munged.log" --seed-file="$folder/munge/seed" 2>/dev/null
    slurmctld -c
    slurmd -N node1
    slurmd -N node2
    for ((i = 0; i < 600; i++)); do [ "$(idle_nodes)" = 2 ] && break; read -rt 0.1 <> <(:) || :; done
    [ "$(idle_nodes)" = 2 ] || fail "the nodes are not idle: $(sinfo 2>&1)"
    [ -z "${OWNER:-}" ] || setsid "$0" watch "$folder" "$OWNER" >/dev/null 2>&1 </dev/null &
}

watch() {
    tail --pid="$1" -s 0.1 -f /dev/null
    [ ! -d "$folder" ] || down
}

down() {
    local i name processes=()
    timeout 5 scancel -u root 2>/dev/null || :
    for ((i = 0; i < 50; i++)); do [ "$(idle_nodes)" = 2 ] && break; read -rt 0.1 <> <(:) || :; done
    for name in "${daemons[@]}"; do
        [ ! -s "$folder/$name.pid" ] || processes+=("$(cat "$folder/$name.pid")")
    done
    [ ${#processes[@]} = 0 ] || kill "${processes[@]}" 2>/dev/null || :
    for i in "${processes[@]}"; do
        timeout 5 tail --pid="$i" -s 0.1 -f /dev/null || kill -9 "$i" 2>/dev/null || :
    done
    rm -rf "$folder"
}

case $command in
    check) check ;;
    up | down) [ -n "$folder" ] || fail "no folder"; $command ;;
    watch) watch "$3" ;;
    *) fail "unknown command: $command" ;;
esac
