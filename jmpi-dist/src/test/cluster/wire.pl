#!/usr/bin/perl
# Joins two network devices by a wire that is slow or loses packets, where the kernel has no netem.
# Usage, as root: wire.pl DEVICE DEVICE MILLISECONDS LOSS
#
# Makes both devices (taps). A frame that goes out by one of them comes in by the other one so many milliseconds later;
# the order is kept. LOSS percent of the frames are lost, each way. Prints "ready", and runs until it is killed.
use strict;
use warnings;
use Fcntl qw(O_RDWR O_NONBLOCK);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

use constant { TUNSETIFF => 0x400454ca, IFF_TAP => 2, IFF_NO_PI => 0x1000, LONGEST_FRAME => 2048, LONGEST_QUEUE => 8192 };

sub now { return clock_gettime(CLOCK_MONOTONIC); }

sub tap {
    my ($name) = @_;
    sysopen my $tap, '/dev/net/tun', O_RDWR | O_NONBLOCK or die "/dev/net/tun: $!\n";
    ioctl $tap, TUNSETIFF, pack 'a16 S x22', $name, IFF_TAP | IFF_NO_PI or die "$name: $!\n";
    return $tap;
}

my ($one, $other, $milliseconds, $loss) = @ARGV;
my @taps = (tap($one), tap($other));
my @queues = ([], []); # of [time, frame] that go out by the tap with the same number
my $readable = '';
vec($readable, fileno $_, 1) = 1 for @taps;
$| = 1;
print "ready\n";

while (1) {
    my ($now, $wait) = (now(), undef);
    for my $to (0, 1) {
        my $queue = $queues[$to];
        # A device that is down takes no frame.
        syswrite $taps[$to], (shift @$queue)->[1] while @$queue && $queue->[0][0] <= $now;
        next unless @$queue;
        my $left = $queue->[0][0] - $now;
        $wait = $left if !defined $wait || $left < $wait;
    }
    select my $ready = $readable, undef, undef, $wait;
    for my $from (0, 1) {
        my $queue = $queues[1 - $from];
        while (sysread $taps[$from], my $frame, LONGEST_FRAME) {
            push @$queue, [now() + $milliseconds / 1000, $frame] if @$queue < LONGEST_QUEUE && rand 100 >= $loss;
        }
    }
}
