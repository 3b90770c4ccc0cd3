#!/bin/sh
# TAP: runs each fuzz target for a bounded time; a crash, a hang or a broken promise is
# a failure.
# 12 seconds each, 120 with LONG=1; FUZZ_SECONDS overrides. 'make fuzz' builds them.
cd "$(dirname "$0")/.." || exit 3
seconds=12
[ "${LONG:-0}" = 1 ] && seconds=120
seconds="${FUZZ_SECONDS:-$seconds}"
build="${BUILD:-build}/fuzz"
number=0

# check NAME FLAG...: one target, beginning with its seeds and what earlier runs found
check()
{
    name=$1
    shift
    number=$((number + 1))
    if [ ! -x "$build/$name" ]; then
        echo "not ok $number - $build/$name has not been built: make fuzz"
        return
    fi
    mkdir -p "$build/found/$name"
    if "$build/$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$build/$name-failed-" "$@" \
        "$build/found/$name" "$build/seed/$name" > "$build/$name.log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log")
        echo "ok $number - $name: ${runs:-0} inputs in $seconds s without a crash"
    else
        sed -n 's/^/# /; /Seed:\|fuzz:\|ERROR\|SUMMARY\|#[0-9] \|Test unit/p' \
            "$build/$name.log" | head -n 30
        echo "not ok $number - $name crashed; see $build/$name.log"
    fi
}

echo 1..8
check fuzz_record -max_len=24000 -dict="$build/record.dict"
check fuzz_moves -max_len=3000
check fuzz_hosted -max_len=6000 -dict="$build/record.dict"
check fuzz_table -max_len=4000
check fuzz_proof -max_len=12000 -dict="$build/record.dict"
check fuzz_frames -max_len=4096
check fuzz_http -max_len=10000
check fuzz_hub -max_len=4000
