/**
 * A table to put among those of a statement that is a transaction of its own. Its commit is then answered before it is on the disk
 * or on a standby. A crash of the database may lose what was committed so within the last second, and nothing else. It is for rows
 * that can be made again, or that may be lost. Source: PostgreSQL's page of asynchronous commit.
 */
export const ASYNC_COMMIT = "(select set_config('synchronous_commit', 'off', true)) as commit_later";
