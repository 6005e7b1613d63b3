#!/usr/bin/perl
# Does for one school what systemd does for a socket unit and its service: listens on a Unix socket, starts the
# program once a connection waits, hands it the socket as descriptor 3 (sd_listen_fds(3)) and accepts nothing
# itself. Reads commands from standard input, a line each: start, stop, end. Says each change of state on
# standard output: listening, running PID, ended CODE.
use strict;
use warnings;
use IO::Select;
use IO::Socket::UNIX;
use POSIX qw(:sys_wait_h dup2 setsid);

my ($path, @program) = @ARGV;
$| = 1;
unlink $path;
my $socket = IO::Socket::UNIX->new(Type => SOCK_STREAM(), Local => $path, Listen => 511) or die "$path: $!";
my $child;
# Started by a connection at once; after a failure only once it is told to.
my $has_failed = 0;
print "listening\n";

sub launch {
    my $pid = fork() // die "fork: $!";
    if ($pid == 0) {
        dup2(fileno($socket), 3) // die "dup2: $!";
        # A descriptor that Perl opens above 2 is closed by exec; this one must not be.
        $^F = 3;
        require Fcntl;
        open(my $passed, '+<&=', 3) or die "fdopen: $!";
        fcntl($passed, Fcntl::F_SETFD(), 0);
        open(STDIN, '<', '/dev/null');
        $ENV{LISTEN_PID} = $$;
        $ENV{LISTEN_FDS} = 1;
        exec @program or POSIX::_exit(203);
    }
    $child = $pid;
    print "running $pid\n";
}

my $input = IO::Select->new(\*STDIN);
my $both = IO::Select->new(\*STDIN, $socket);
my $is_ending = 0;
while (1) {
    if ($child && waitpid($child, WNOHANG) == $child) {
        my $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;
        $has_failed = $code != 0;
        undef $child;
        print "ended $code\n";
    }
    last if $is_ending && !$child;
    # systemd does not look at the socket while its service runs.
    my @ready = ($child || $has_failed ? $input : $both)->can_read(0.02);
    for my $handle (@ready) {
        if ($handle == $socket) {
            launch() unless $child;
            next;
        }
        my $read = sysread(STDIN, my $lines, 64);
        for my $line ($read ? split(/\n/, $lines) : 'end') {
            if ($line eq 'start') { $has_failed = 0; launch() unless $child }
            kill 'TERM', $child if $child && $line ne 'start';
            $is_ending = 1 if $line eq 'end';
        }
        $_->remove(\*STDIN) for $is_ending ? ($input, $both) : ();
    }
}
unlink $path;
print "gone\n";
