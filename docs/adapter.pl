#!/usr/bin/env perl
# An adapter in Perl, with nothing but its standard library: it knows how tiles are built and how scorings are ranked
# in the Alhambra, how money is taken and what a purchase costs.
# Try it with:  granada check -- perl docs/adapter.pl
use strict;
use warnings;
use List::Util qw(max min sum0);
use JSON::PP;

$| = 1;    # an answer must not wait for the next one
my $json = JSON::PP->new->utf8->canonical;
my @STEPS = ([0, 1], [1, 0], [0, -1], [-1, 0]);    # beyond the sides n e s w
my %CURRENCY = (1 => 'b', 2 => 'g', 3 => 'o', 4 => 'y');    # in which each space is paid
my %PLACES = (    # what the places of scoring A, B and C are worth
    pavilion => [[1], [8, 1], [16, 8, 1]],
    seraglio => [[2], [9, 2], [17, 9, 2]],
    arcades  => [[3], [10, 3], [18, 10, 3]],
    chambers => [[4], [11, 4], [19, 11, 4]],
    garden   => [[5], [12, 5], [20, 12, 5]],
    tower    => [[6], [13, 6], [21, 13, 6]],
);

sub beside {
    my ($cell, $side) = @_;
    my ($x, $y) = split /,/, $cell;
    return ($x + $STEPS[$side][0]) . ',' . ($y + $STEPS[$side][1]);
}

# The cells of a city, each with the edges that carry a wall; the start tile has none.
sub cells_of {
    my ($city) = @_;
    return { '0,0' => '', map { $_ => $city->{$_} =~ m{/(\w+)} ? $1 : '' } keys %$city };
}

sub is_barred {
    my ($cells, $cell, $side) = @_;
    return index($cells->{$cell}, substr('nesw', $side, 1)) >= 0;
}

sub flood {
    my ($first, $may_go) = @_;
    my %reached = ($first => 1);
    my @waiting = ($first);
    while (defined(my $cell = shift @waiting)) {
        for my $side (0 .. 3) {
            my $near = beside($cell, $side);
            next if $reached{$near} || !$may_go->($cell, $side, $near);
            $reached{$near} = 1;
            push @waiting, $near;
        }
    }
    return scalar keys %reached;
}

# Air that comes in from outside must get to every empty cell; it never slips through a corner.
sub has_hole {
    my ($cells) = @_;
    my @places = map { [split /,/] } keys %$cells;
    my ($west, $east) = (min(map { $_->[0] } @places) - 1, max(map { $_->[0] } @places) + 1);
    my ($south, $north) = (min(map { $_->[1] } @places) - 1, max(map { $_->[1] } @places) + 1);
    my $air = flood("$west,$south", sub {
        my ($x, $y) = split /,/, $_[2];
        return $x >= $west && $x <= $east && $y >= $south && $y <= $north && !exists $cells->{$_[2]};
    });
    return $air + keys(%$cells) < ($east - $west + 1) * ($north - $south + 1);
}

# Whether a city keeps the building rules: edges match, every tile can be walked to, and no empty cell is enclosed.
sub is_legal {
    my ($cells) = @_;
    for my $cell (keys %$cells) {
        for my $side (0 .. 3) {
            my $near = beside($cell, $side);
            next if !exists $cells->{$near};
            return 0 if is_barred($cells, $cell, $side) ne is_barred($cells, $near, ($side + 2) % 4);
        }
    }
    my $reached = flood('0,0', sub { exists $cells->{$_[2]} && !is_barred($cells, $_[0], $_[1]) });
    return $reached == keys(%$cells) && !has_hole($cells);
}

sub place {    # "place garden8/s at 1,0", or "add garden8/s at 1,0" from the reserve
    my ($given) = @_;
    my ($verb, $face, undef, $cell) = split / /, $given->{do};
    my $cells = cells_of($given->{city});
    return 0 if exists $cells->{$cell};
    return 0 if $verb eq 'add' && !grep { $_ eq $face } @{ $given->{reserve} // [] };
    $cells->{$cell} = $face =~ m{/(\w+)} ? $1 : '';
    return is_legal($cells);
}

sub remove {    # "remove 1,0"; an empty cell and the start tile are asked about as well
    my ($given) = @_;
    my (undef, $cell) = split / /, $given->{do};
    my $cells = cells_of($given->{city});
    return 0 if $cell eq '0,0' || !exists $cells->{$cell};
    delete $cells->{$cell};
    return is_legal($cells);
}

sub are_held {    # whether some cards are among others
    my ($wanted, $held) = @_;
    my %left;
    $left{$_}++ for @$held;
    return !grep { --$left{$_} < 0 } @$wanted;
}

sub worth { return sum0(map { substr $_, 1 } @_) }

sub take {    # "take b1 g4", or just "take"
    my ($given) = @_;
    my (undef, @wanted) = split / /, $given->{do};
    return 0 if !@wanted || !are_held(\@wanted, [split / /, $given->{display}]);
    return @wanted == 1 || worth(@wanted) <= 5;
}

sub buy {    # "buy 1 with b3 b4", or just "buy 1 with"
    my ($given) = @_;
    my (undef, $space, undef, @paid) = split / /, $given->{do};
    my ($price) = $given->{tile} =~ /^[a-z]+([0-9]+)/;
    my $legal = $space == $given->{space} && are_held(\@paid, [split / /, $given->{hand}]) && @paid
        && !grep({ substr($_, 0, 1) ne $CURRENCY{$space} } @paid) && worth(@paid) >= $price;
    return { legal => _bool($legal), $legal ? (exact => _bool(worth(@paid) == $price)) : () };
}

# The edge that follows clockwise on the outline: into a nook, straight on, or round the corner of the tile.
sub next_edge {
    my ($cells, $x, $y, $side) = @_;
    my ($dx, $dy, $ex, $ey) = (@{ $STEPS[$side] }, @{ $STEPS[($side + 1) % 4] });
    my $nook = ($x + $dx + $ex) . ',' . ($y + $dy + $ey);
    return ($x + $dx + $ex, $y + $dy + $ey, ($side + 3) % 4) if exists $cells->{$nook};
    my $straight = ($x + $ex) . ',' . ($y + $ey);
    return exists $cells->{$straight} ? ($x + $ex, $y + $ey, $side) : ($x, $y, ($side + 1) % 4);
}

# Walk round every outline once, and then twice along its edges, so that a run may pass the place of departure.
sub longest {
    my ($cells) = @_;
    my ($best, %seen) = (0);
    for my $cell (keys %$cells) {
        for my $side (0 .. 3) {
            next if exists $cells->{ beside($cell, $side) };
            my ($x, $y, $at, @loop) = (split(/,/, $cell), $side);
            while (!$seen{"$x,$y,$at"}++) {
                push @loop, is_barred($cells, "$x,$y", $at);
                ($x, $y, $at) = next_edge($cells, $x, $y, $at);
            }
            my $run = 0;
            for my $wall (@loop, @loop) {
                $run = $wall ? $run + 1 : 0;
                $best = max($best, min($run, scalar @loop));
            }
        }
    }
    return $best;
}

# Who has most of a building gets the first place, and so on; those who tie share the places that they hold, rounded down.
sub ranked {
    my ($worth, $counts) = @_;
    my @points = (0) x @$counts;
    for my $seat (grep { $counts->[$_] } 0 .. $#$counts) {
        my $before = grep { $_ > $counts->[$seat] } @$counts;
        my $tied = grep { $_ == $counts->[$seat] } @$counts;
        $points[$seat] = int(sum0(map { $worth->[$_] // 0 } $before .. $before + $tied - 1) / $tied);
    }
    return \@points;
}

sub score {
    my ($given) = @_;
    my $round = ord($given->{round}) - ord('A');
    my @cities = @{ $given->{cities} };
    my @tiles = map { [values %$_] } @cities;
    push @tiles, $given->{dirk} if $given->{dirk};    # Dirk is ranked like everybody else, after the seats
    my @points = (0) x @tiles;
    for my $building (keys %PLACES) {
        my $row = ranked($PLACES{$building}[$round], [map { scalar grep { /^$building[0-9]/ } @$_ } @tiles]);
        $points[$_] += $row->[$_] for 0 .. $#points;
    }
    $points[$_] += longest(cells_of($cities[$_])) for 0 .. $#cities;
    my @dirk = $given->{dirk} ? (dirk => pop @points) : ();
    return { points => \@points, @dirk };
}

sub _bool { return $_[0] ? JSON::PP::true : JSON::PP::false }

my %ANSWERS = (
    hello  => sub { { name => 'adapter in Perl', kinds => [qw(place remove moat take buy score)], games => ['alhambra'], modules => [], rulings => {} } },
    place  => sub { { legal => _bool(place($_[0])) } },
    remove => sub { { legal => _bool(remove($_[0])) } },
    moat   => sub { { result => longest(cells_of($_[0]{city})) } },
    take   => sub { { legal => _bool(take($_[0])) } },
    buy    => \&buy,
    score  => \&score,
);

while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my $answer = $ANSWERS{ $question->{kind} }->($question->{given});
    print $json->encode({ %$answer, id => $question->{id} }), "\n";    # whatever else is printed goes to STDERR
}
