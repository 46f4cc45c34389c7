# A message centre built on Net::SMPP. A message tells it what to do:
#   "status 0x45"  answers with that status
#   "no id"        accepts it without an ID
#   "form NAME"    accepts it with an ID, and sends the receipt of that name
# It prints its port, and a line for each answer to a receipt.
use strict;
use warnings;
use Encode;
use Net::SMPP;

$| = 1;
$SIG{CHLD} = 'IGNORE';
# A busy test must not look like a centre that lost its client.
my $centre = Net::SMPP->new_listen('127.0.0.1', port => 0, async => 1, timeout => 3600)
    or die "cannot listen: $!";
print 'listening ', $centre->sockport, "\n";

my $next = 1000;

# The words of a receipt, as in appendix B of SMPP 3.4.
sub words {
    my ($id, $stat) = @_;
    return "id:$id sub:001 dlvrd:001 submit date:2611152000 done date:2611152025 stat:$stat err:013 text:Hi";
}

sub deliver {
    my ($text, @more) = @_;
    return ['deliver_sm', esm_class => 4, short_message => $text, @more];
}

# For each form: the ID in the response, and the request that carries the receipt.
my %forms = (
    plain       => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'DELIVRD'))) },
    upper_keys  => sub { my $n = shift; ("m-$n", deliver("ID:m-$n SUB:001 DONE DATE:2611152025 STAT:DELIVRD ERR:000")) },
    lower_stat  => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'delivrd'))) },
    newlines    => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'DELIVRD') =~ s/ (?=\w+:)/\n/gr)) },
    spaces      => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'DELIVRD') =~ s/:/: /gr)) },
    short       => sub { my $n = shift; ("m-$n", deliver("id:m-$n stat:DELIVRD")) },
    payload     => sub { my $n = shift; ("m-$n", deliver('', message_payload => words("m-$n", 'DELIVRD'))) },
    options     => sub { my $n = shift; ("m-$n", deliver('', receipted_message_id => "m-$n\0", message_state => "\2")) },
    option_bare => sub { my $n = shift; ("m-$n", deliver('', receipted_message_id => "m-$n", message_state => "\5")) },
    no_class    => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'DELIVRD'), esm_class => 0, receipted_message_id => "m-$n\0")) },
    enroute     => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'ENROUTE'), esm_class => 0x20)) },
    other_text  => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'UNDELIV') =~ s/Hi$/stat:DELIVRD/r)) },
    full_word   => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'DELIVERED'))) },
    failed      => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'FAILED'))) },
    undelivered => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'UNDELIVERED'))) },
    buffered    => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'BUFFRED'))) },
    nack        => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'NACK'))) },
    zeros       => sub { my $n = shift; (sprintf('%010d', $n), deliver(words($n, 'DELIVRD'))) },
    other_case  => sub { my $n = shift; (sprintf('AB%X', $n), deliver(words(sprintf('00ab%x', $n), 'DELIVRD'))) },
    uuid        => sub { my $n = shift; my $id = sprintf '0A1B2C3D-0000-4000-8000-%012X', $n; ($id, deliver(words(lc $id, 'DELIVRD'))) },
    ucs2        => sub { my $n = shift; ("m-$n", deliver(encode('UCS-2BE', words("m-$n", 'DELIVRD')), data_coding => 8)) },
    data_sm     => sub { my $n = shift; ("m-$n", ['data_sm', esm_class => 4, message_payload => words("m-$n", 'DELIVRD')]) },
    to_decimal  => sub { my $n = shift; (sprintf('%010d', $n), deliver(words(sprintf('%08X', $n), 'DELIVRD'))) },
    to_hex      => sub { my $n = shift; (sprintf('%08X', $n), deliver(words(sprintf('%010d', $n), 'DELIVRD'))) },
    to_hex_both => sub { my $n = shift; (sprintf('%08X', $n), deliver(words(sprintf('%010d', $n), 'DELIVRD'), receipted_message_id => sprintf("%x\0", $n), message_state => "\2")) },
    from_phone  => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'DELIVRD'), esm_class => 0)) },
    other_word  => sub { my $n = shift; ("m-$n", deliver(words("m-$n", 'WHATEVER'))) },
);

sub submit {
    my ($client, $pdu) = @_;
    # In GSM 03.38, this is the underscore.
    my $text = $pdu->{short_message} =~ tr/\x11/_/r;
    if ($text =~ /^status (\S+)/) {
        $client->submit_sm_resp(message_id => '', seq => $pdu->{seq}, status => hex $1);
    } elsif ($text eq 'no id') {
        $client->submit_sm_resp(message_id => '', seq => $pdu->{seq});
    } elsif ($text =~ /^form (\w+)/ && $forms{$1}) {
        my ($id, $receipt) = $forms{$1}->($next++);
        my ($command, @fields) = @$receipt;
        $client->submit_sm_resp(message_id => $id, seq => $pdu->{seq});
        # The last field of a name wins, so a form can override those that all have.
        my %field = (source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr}, @fields);
        $client->$command(%field, async => 1);
    } else {
        die "what is '$text'?";
    }
}

sub serve {
    my ($client) = @_;
    while (my $pdu = $client->read_pdu) {
        my $command = $pdu->{cmd};
        my @to = (seq => $pdu->{seq});
        if ($command == 0x9) { $client->bind_transceiver_resp(system_id => 'PERL', @to) }
        elsif ($command == 0x4) { submit($client, $pdu) }
        elsif ($command == 0x15) { $client->enquire_link_resp(@to) }
        elsif ($command == 0x6) { $client->unbind_resp(@to); last }
        elsif ($command == 0x80000005 || $command == 0x80000103) { print "receipt answered $pdu->{status}\n" }
    }
}

while (1) {
    my $client = $centre->accept or next;
    # Every client has its own range of numbers.
    $next += 1000;
    next if fork;
    serve($client);
    exit;
}
