/**
 * A table to add to a statement that is its own transaction. Its commit then returns before it is on the disk or on a
 * standby. A crash of the database may lose such commits of the last second, and nothing else. Use it for rows that can
 * be made again or may be lost. Source: PostgreSQL's page on asynchronous commit.
 */
export const ASYNC_COMMIT = "(select set_config('synchronous_commit', 'off', true)) as commit_later";
