#!/bin/bash
# Makes fake hosts (hosta, hostb, ...) on one Linux machine, for tests. Usage, as root: fake-hosts.sh CLUSTER COMMAND
#
#   check                 print what this machine lacks; fail if it lacks anything
#   up N [SHARED]         start N hosts, or those of N that are down; all hosts see the folder SHARED, though in /tmp
#   down                  end all hosts and remove every trace of them
#   exec HOST COMMAND...  run a command inside a host, in the same folder
#   kill HOST             kill all processes; the kernel closes their connections
#   die HOST              fail as if without power: no packet leaves, and all processes are killed
#   cut HOST              lose all packets from and to a host
#   partition A,B C,D     lose all packets between two groups of hosts
#   loss HOST PERCENT     lose some of the packets to a host
#   stall HOST            lose all TCP packets from and to a host
#   rate HOST KBIT [KB]   send at most so many kbit/s to a host, and as many from it, each behind a queue of KB
#   delay HOST MS [LOSS]  delay all packets from and to a host, each way, and lose LOSS percent of them
#   shield HOST           lose the packets that begin a TCP connection to a host; but not that of ssh
#   freeze HOST           stop all processes; the kernel still acknowledges packets
#   divert A B HOST       lead TCP over IPv4 between two hosts to another host, at the same port; but not that of ssh
#   heal                  undo cut, die and all that follows them here; "up" starts dead hosts again
#   processes HOST        print the processes of a host, without those that "up" started
#   leftovers HOST        the same, and files in /dev/shm and /tmp, and open ports except that of sshd
#
# A host is a set of namespaces: network (10.77.0.11, fd77::11 and up), host name, IPC, processes, mounts. It has its
# own /etc/hosts, /etc/ssh, /tmp, /run, /dev/shm and boot id, and runs sshd. All other files are those of the machine. A
# bridge with a network namespace of its own joins the hosts of a cluster. Nothing outside reaches them, so clusters
# with different names run side by side. If the variable OWNER is a process id, the cluster goes down when that process
# ends.
set -euo pipefail

fail() { echo "fake-hosts.sh $cluster: $*" >&2; exit 1; }

cluster=${1:?name of the cluster} command=${2:?command}
shift 2
[[ $cluster =~ ^[a-z0-9-]+$ ]] || fail "name of a cluster: letters, digits, '-'"
state=/run/jmpi-fake-hosts/$cluster
bridge=jmpi-$cluster

hosts() { ls "$state/hosts" 2>/dev/null || true; }
space() { echo "jmpi-$cluster-$1"; }
alive() { [ -s "$state/hosts/$1/pid" ] && grep -qsaF "$state/hosts/$1" "/proc/$(<"$state/hosts/$1/pid")/cmdline"; }

# Prints the id of the process that is process 1 inside the host.
pid() {
    alive "$1" || fail "host $1 is down"
    cat "$state/hosts/$1/pid"
}

# Prints the ids that the processes of a host have outside it.
pids() {
    local first
    first=$(pid "$1")
    ps -e -o pidns=,pid= | awk -v space="$(ps -o pidns= -p "$first")" '$1 == space + 0 { print $2 }'
}

check() {
    local tool missing=()
    [ "$(id -u)" = 0 ] || fail "not root"
    for tool in ip tc perl nft nsenter unshare setsid ps ss sshd ssh; do
        command -v $tool >/dev/null || missing+=($tool)
    done
    [ ${#missing[@]} = 0 ] || fail "missing: ${missing[*]}"
    unshare --net --uts --ipc --pid --mount --fork sh -c \
        'ip link add bridge0 type bridge && ip link add type veth && nft add table bridge faults' 2>/dev/null ||
        fail "no namespaces, veth, bridge or nftables here"
}

# Makes the files that all hosts share: names, keys and the settings of ssh.
make_files() {
    local n=$1 i host
    mkdir -p "$state/hosts" "$state/ssh"
    [ -f "$state/ssh/id" ] || ssh-keygen -q -t ed25519 -N '' -C "$cluster" -f "$state/ssh/id"
    [ -f "$state/ssh/host_key" ] || ssh-keygen -q -t ed25519 -N '' -C "$cluster" -f "$state/ssh/host_key"
    cp "$state/ssh/id.pub" "$state/ssh/authorized_keys"
    awk '{ print "host*,10.77.0.*,fd77::*", $1, $2 }' "$state/ssh/host_key.pub" >"$state/ssh/ssh_known_hosts"
    printf '%s\n' 'IdentityFile /etc/ssh/id' 'StrictHostKeyChecking yes' 'BatchMode yes' 'ConnectTimeout 10' \
        >"$state/ssh/ssh_config"
    printf '%s\n' 'HostKey /etc/ssh/host_key' 'AuthorizedKeysFile /etc/ssh/authorized_keys' \
        'PasswordAuthentication no' 'KbdInteractiveAuthentication no' 'StrictModes no' 'UseDNS no' 'PidFile none' \
        'MaxStartups 200' 'MaxSessions 200' >"$state/ssh/sshd_config"
    printf '%s\n' '127.0.0.1 localhost' '::1 localhost' >"$state/names"
    for ((i = 11; i < 11 + n; i++)); do
        host=host$(printf "\\x$(printf %x $((97 - 11 + i)))")
        mkdir -p "$state/hosts/$host"
        echo "$host" >"$state/hosts/$host/name"
        echo $i >"$state/hosts/$host/number"
        printf '%s\n' "10.77.0.$i $host" "fd77::$i $host" >>"$state/names"
    done
}

# Runs as process 1 of a host: makes its folders, starts sshd and waits. The test "alive" looks for the last argument.
main() {
    local files=$state/hosts/$1 shared=$2 outside
    read -r outside _ </proc/self/stat # /proc is still that of the machine
    exec 3>"$files/started"
    mount --make-rprivate /
    hostname "$1"
    mount -t tmpfs -o mode=1777 shm /dev/shm
    mount --bind "$state/names" /etc/hosts
    mount --bind "$files/name" /etc/hostname
    mount -t tmpfs ssh /etc/ssh
    cp "$state"/ssh/* /etc/ssh
    if [ -d ~/.ssh ]; then mount -t tmpfs ssh ~/.ssh; fi
    if [[ $shared != /tmp/* ]]; then shared=; fi
    if [ -n "$shared" ]; then mount --bind "$shared" /mnt; fi
    mount -t tmpfs -o mode=1777 tmp /tmp
    if [ -n "$shared" ]; then mkdir -p "$shared" && mount --move /mnt "$shared"; fi
    mount -t proc proc /proc
    mount --bind "$files/boot_id" /proc/sys/kernel/random/boot_id
    mount -t tmpfs -o mode=755 run /run
    mkdir /run/sshd
    "$(command -v sshd)"
    echo "$outside" >&3
    exec 3>&-
    while true; do sleep infinity & wait -n; done # reaps orphans, too
}

start_network() {
    local host=$1 space number
    space=$(space "$host") number=$(<"$state/hosts/$host/number")
    if [ -e "/run/netns/$space" ]; then return; fi
    ip netns add "$space"
    ip -n "$bridge" link add "v$host" type veth peer name eth0 netns "$space"
    ip -n "$bridge" link set "v$host" master bridge0 up
    ip -n "$space" link set lo up
    ip -n "$space" link set eth0 up
    ip -n "$space" address add "10.77.0.$number/24" dev eth0
    ip -n "$space" -6 address add "fd77::$number/64" dev eth0 nodad
}

start_host() {
    local files=$state/hosts/$1
    if alive "$1"; then return; fi
    start_network "$1"
    cat /proc/sys/kernel/random/uuid >"$files/boot_id"
    rm -f "$files/started"
    mkfifo "$files/started"
    # Not "ip netns exec": it hides /sys/fs/cgroup.
    setsid nsenter "--net=/run/netns/$(space "$1")" unshare --uts --ipc --pid --mount --fork --kill-child \
        "$0" "$cluster" main "$1" "$2" "$files" </dev/null >"$files/log" 2>&1 &
    timeout 20 cat "$files/started" >"$files/pid" || true
    alive "$1" || fail "$1 does not start: $(<"$files/log")"
}

up() {
    local n=$1 shared=${2:-} host
    ((n >= 1 && n <= 26)) || fail "number of hosts: $n, not from 1 to 26"
    check
    mkdir -p "$state"
    chmod 700 "$state"
    make_files "$n"
    if [ ! -e "/run/netns/$bridge" ]; then
        ip netns add "$bridge"
        ip -n "$bridge" link add bridge0 type bridge mcast_snooping 0
        ip -n "$bridge" link set bridge0 up
    fi
    for host in $(hosts); do start_host "$host" "$shared"; done
    if [ -n "${OWNER:-}" ] && [ ! -e "$state/watch" ]; then
        setsid "$0" "$cluster" watch "$OWNER" </dev/null >/dev/null 2>&1 &
        echo $! >"$state/watch"
    fi
}

watch() {
    tail --pid="$1" -f /dev/null
    rm "$state/watch"
    down
}

down() {
    local host
    if [ -e "$state/watch" ]; then kill -- "-$(<"$state/watch")" 2>/dev/null || true; fi
    for host in $(hosts); do
        if alive "$host"; then stop_host "$host"; fi
        unwire "$host"
        if [ -e "/run/netns/$(space "$host")" ]; then ip netns delete "$(space "$host")"; fi
    done
    if [ -e "/run/netns/$bridge" ]; then ip netns delete "$bridge"; fi
    rm -rf "$state"
}

# Process 1 ends after all others of its namespace.
stop_host() {
    local first
    first=$(pid "$1")
    kill -KILL "$first"
    tail --pid="$first" -s 0.02 -f /dev/null
    rm "$state/hosts/$1/pid"
}

# A shell without job control starts background jobs with SIGINT ignored, and so would be all that they start.
enter() {
    local first
    first=$(pid "$1")
    shift
    exec nsenter -t "$first" --net --uts --ipc --pid --mount env --default-signal=INT,QUIT -C "$PWD" "$@"
}

on_bridge() { nsenter "--net=/run/netns/$bridge" nft "$@"; }

# Loses the packets that cross the bridge and match the words.
drop() {
    on_bridge "add table bridge faults
        add chain bridge faults forward { type filter hook forward priority 0; }
        add rule bridge faults forward $* drop"
}

partition() {
    local a b
    for a in ${1//,/ }; do
        for b in ${2//,/ }; do
            drop iifname "{ v$a, w$a }" oifname "{ v$b, w$b }"
            drop iifname "{ v$b, w$b }" oifname "{ v$a, w$a }"
        done
    done
}

# Leads the connections of the first host to the second one to the third one.
lead() {
    local files=$state/hosts
    nsenter "--net=/run/netns/$(space "$1")" nft "add table ip diverted
        add chain ip diverted output { type nat hook output priority -100; }
        add rule ip diverted output ip daddr 10.77.0.$(<"$files/$2/number") tcp dport != 22 \
            dnat to 10.77.0.$(<"$files/$3/number")"
}

# Stops again while a process that was just started runs.
freeze() {
    local running=1
    while [ -n "$running" ]; do
        pids "$1" | xargs kill -STOP 2>/dev/null || true
        running=$(pids "$1" | xargs ps -o stat= -p | grep -v '^[TZ]' || true)
    done
}

# A device holds back 0.4 s of data unless it is told how much, and loses more. It may send a hundredth of a second's
# data at once.
rate() {
    local queue=(latency 400ms)
    if [ -n "${3:-}" ]; then queue=(limit "${3}kb"); fi
    local limit=(root tbf rate "$2kbit" burst $((3000 + $2 * 5 / 4)) "${queue[@]}")
    tc -n "$bridge" qdisc replace dev "v$1" "${limit[@]}"
    tc -n "$(space "$1")" qdisc replace dev eth0 "${limit[@]}"
}

# Puts a wire between the host's device, which goes on and gets a bridge of its own, and the bridge of all hosts:
# eth0 === vhost (bhost) thost === wire.pl === whost (bridge0)
delay() {
    local host=$1 files=$state/hosts/$1
    unwire "$host"
    mkfifo "$files/wire.ready"
    setsid nsenter "--net=/run/netns/$bridge" "$(dirname "$0")/wire.pl" "t$host" "w$host" "$2" "${3:-0}" \
        </dev/null >"$files/wire.ready" 2>"$files/wire.log" &
    echo $! >"$files/wire"
    [ "$(timeout 20 head -1 "$files/wire.ready")" = ready ] || fail "no wire: $(<"$files/wire.log")"
    ip -n "$bridge" link add "b$host" type bridge mcast_snooping 0
    ip -n "$bridge" link set "b$host" up
    ip -n "$bridge" link set "t$host" master "b$host" up
    ip -n "$bridge" link set "w$host" master bridge0 up
    ip -n "$bridge" link set "v$host" master "b$host"
}

unwire() {
    local host=$1 files=$state/hosts/$1 wire
    if [ ! -e "$files/wire" ]; then return; fi
    ip -n "$bridge" link set "v$host" master bridge0
    ip -n "$bridge" link delete "b$host" 2>/dev/null || true
    wire=$(<"$files/wire")
    kill -KILL "$wire" 2>/dev/null || true
    tail --pid="$wire" -s 0.02 -f /dev/null
    rm "$files"/wire*
}

heal() {
    local host processes
    on_bridge 'add table bridge faults; delete table bridge faults'
    for host in $(hosts); do
        unwire "$host"
        tc -n "$bridge" qdisc delete dev "v$host" root 2>/dev/null || true
        tc -n "$(space "$host")" qdisc delete dev eth0 root 2>/dev/null || true
        nsenter "--net=/run/netns/$(space "$host")" nft 'add table ip diverted; delete table ip diverted'
        if ! alive "$host"; then continue; fi
        processes=$(pids "$host")
        # Parents, too: an nsenter outside stops with its child.
        echo "$processes" "$(ps -o ppid= -p "${processes//$'\n'/,}")" | xargs kill -CONT 2>/dev/null || true
    done
}

processes() {
    pid "$1" >/dev/null
    ("${BASH_SOURCE[0]}" "$cluster" exec "$1" ps -e -o pid=,ppid=,stat=,args=) |
        grep -vE '\[listener\]|sleep infinity|/fake-hosts.sh |ps -e -o' || true
}

leftovers() {
    processes "$1"
    (enter "$1" sh -c 'find /dev/shm -mindepth 1; find /tmp -xdev ! -type d; ss -Hltun | grep -v ":22 "') || true
}

case $command in
    check | up | down | watch | main | partition | rate | delay | freeze | heal | processes | leftovers) $command "$@" ;;
    exec) enter "$@" ;;
    kill) stop_host "$1" ;;
    cut) drop iifname "v$1"; drop oifname "v$1" ;;
    divert) lead "$1" "$2" "$3"; lead "$2" "$1" "$3" ;;
    die) drop iifname "v$1"; drop oifname "v$1"; stop_host "$1" ;;
    loss) drop oifname "v$1" numgen random mod 100 '<=' $(($2 - 1)) ;;
    stall) drop iifname "v$1" meta l4proto tcp; drop oifname "v$1" meta l4proto tcp ;;
    shield) drop oifname "v$1" tcp flags '&' '(syn|ack)' == syn tcp dport != 22 ;;
    *) fail "unknown command: $command" ;;
esac
