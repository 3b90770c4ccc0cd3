/* Workers: jobs shared out to threads, failures, the stop. */
#include "host/workers.h"

#include <sched.h>

#include "support.h"

enum { JOBS = 2000 };

/* How often each job ran, and what the workers counted. */
typedef struct book {
    _Atomic unsigned runs[JOBS];
    uint64_t fails_at, stops_at;
    atomic_bool stop;
    unsigned made, most, closed;
    uint64_t sum; /* of what the workers did, added when they are closed */
    bool disorder;
} book;

typedef struct counter {
    uint64_t jobs;
    uint64_t last;
    bool back;
} counter;

static void *make_counter(void *shared)
{
    book *b = shared;

    if (b->made == b->most)
        return NULL;
    b->made++;
    return calloc(1, sizeof(counter));
}

static work_status run_job(void *shared, void *worker, uint64_t job)
{
    book *b = shared;
    counter *c = worker;

    b->runs[job]++;
    c->back = c->back || (c->jobs && job <= c->last);
    c->last = job;
    c->jobs++;
    if (job == b->fails_at)
        return WORK_FAILED;
    while (job > b->fails_at && !b->stop)
        sched_yield(); /* the failure reaches everybody */
    if (job == b->stops_at)
        b->stop = true;
    return b->stop ? WORK_LEFT : WORK_DONE;
}

static void close_counter(void *shared, void *worker)
{
    book *b = shared;
    counter *c = worker;

    b->sum += c->jobs;
    b->disorder = b->disorder || c->back;
    b->closed++;
    free(c);
}

static book *new_book(void)
{
    book *b = test_calloc(1, sizeof *b);

    b->fails_at = b->stops_at = UINT64_MAX;
    b->most = 100;
    return b;
}

static workers pool_of(book *b)
{
    return (workers){.shared = b,
                     .make = make_counter,
                     .run = run_job,
                     .close = close_counter,
                     .jobs = JOBS,
                     .stop = &b->stop};
}

static void every_job_runs_once_whatever_the_number_of_workers(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 9; count += 4) {
        book *b = new_book();
        workers pool = pool_of(b);

        assert_int_equal(workers_do(&pool, count), WORK_DONE);

        for (unsigned job = 0; job < JOBS; job++)
            assert_int_equal(b->runs[job], 1);
        assert_int_equal(b->made, count);
        assert_int_equal(b->closed, count);
        assert_int_equal(b->sum, JOBS);
        assert_int_equal(pool.done, JOBS);
        assert_false(b->disorder);
        test_free(b);
    }
}

static void a_job_that_fails_ends_the_run_and_sets_the_stop(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 4; count++) {
        book *b = new_book();
        workers pool = pool_of(b);
        b->fails_at = 100;

        assert_int_equal(workers_do(&pool, count), WORK_FAILED);

        assert_true(b->stop);
        assert_true(pool.done < JOBS);
        assert_int_equal(b->closed, count);
        assert_int_equal(b->runs[JOBS - 1], 0);
        test_free(b);
    }
}

static void a_stop_leaves_the_other_jobs_undone(void **state)
{
    book *b = new_book();
    workers pool = pool_of(b);

    (void)state;
    b->stops_at = 0;

    assert_int_equal(workers_do(&pool, 1), WORK_LEFT);

    assert_int_equal(b->sum, 1);
    assert_int_equal(pool.done, 0);
    assert_int_equal(workers_do(&pool, 1), WORK_LEFT); /* it stays set */
    assert_int_equal(b->sum, 1);
    test_free(b);
}

static void a_stop_after_the_last_job_is_too_late(void **state)
{
    book *b = new_book();
    workers pool = pool_of(b);

    (void)state;
    assert_int_equal(workers_open(&pool, 2), true);
    assert_int_equal(workers_run(&pool), WORK_DONE);
    b->stop = true;
    pool.jobs = pool.done;
    assert_int_equal(workers_run(&pool), WORK_DONE);
    workers_close(&pool);
    test_free(b);
}

static void jobs_done_before_count_and_need_no_workers(void **state)
{
    book *b = new_book();
    workers pool = pool_of(b);

    (void)state;
    pool.done = JOBS - 3;
    assert_true(workers_open(&pool, 8));
    assert_int_equal(pool.count, 3);
    workers_close(&pool);
    pool.jobs = 0;
    pool.done = 0;
    assert_int_equal(workers_do(&pool, 8), WORK_DONE);
    assert_int_equal(b->sum, 0);
    test_free(b);
}

static void fewer_workers_than_wanted_do_all_the_work(void **state)
{
    book *b = new_book();
    workers pool = pool_of(b);

    (void)state;
    b->most = 2;
    assert_int_equal(workers_do(&pool, 6), WORK_DONE);
    assert_int_equal(b->closed, 2);
    assert_int_equal(b->sum, JOBS);

    b->most = b->made; /* and none at all is a failure */
    assert_int_equal(workers_do(&pool, 6), WORK_FAILED);
    assert_int_equal(b->closed, 2);
    test_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_runs_once_whatever_the_number_of_workers),
        cmocka_unit_test(a_job_that_fails_ends_the_run_and_sets_the_stop),
        cmocka_unit_test(a_stop_leaves_the_other_jobs_undone),
        cmocka_unit_test(a_stop_after_the_last_job_is_too_late),
        cmocka_unit_test(jobs_done_before_count_and_need_no_workers),
        cmocka_unit_test(fewer_workers_than_wanted_do_all_the_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
