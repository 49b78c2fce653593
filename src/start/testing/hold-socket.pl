# Holds a listening socket, as systemd does, and runs a command on it, which a SIGHUP ends and runs again. Node cannot
# do it: it accepts connections on any socket that it listens on.
#   perl hold-socket.pl <port> <command…>    0 lets the system choose; the port is the first line of the output;
#   before each run of the command it prints: begins
use strict;
use warnings;
use IO::Socket::INET;
use POSIX ();

my ($port, @command) = @ARGV;
$^F = 3;    # Up to here, files stay open in the command.
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 4096, ReuseAddr => 1)
    or die "It cannot listen: $@";
POSIX::dup2(fileno($socket), 3) if fileno($socket) != 3;
$| = 1;
print 'holds ', $socket->sockport, "\n";

my ($child, $again) = (0, 0);
$SIG{HUP} = sub { $again = 1; kill 'TERM', $child };
$SIG{TERM} = sub { $again = 0; kill 'TERM', $child };
do {
    $again = 0;
    print "begins\n";
    $child = fork;
    if ($child == 0) {
        @ENV{qw(LISTEN_PID LISTEN_FDS LISTEN_FDNAMES)} = ($$, 1, 'website.socket');
        exec @command or die "It cannot run $command[0]: $!";
    }
    1 while waitpid($child, 0) == -1;
} while ($again);
