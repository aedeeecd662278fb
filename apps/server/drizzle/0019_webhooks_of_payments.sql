ALTER TABLE "webhook_events" ADD COLUMN "txn_id" text;--> statement-breakpoint
CREATE INDEX "webhook_events_payment" ON "webhook_events" USING btree ("txn_id");--> statement-breakpoint
-- Which payment each webhook is about was looked up in its text until now: every word of it is held against the payments' ids.
WITH "words" AS (
	SELECT DISTINCT "provider", "event_key", "word"[1] AS "word"
	FROM "webhook_events", regexp_matches("body" #>> '{}', '[A-Za-z0-9_-]{6,}', 'g') AS "word"
), "found" AS (
	SELECT "words"."provider", "event_key", "txn_id" FROM "words" JOIN "payment_intents" ON "txn_id" = "word"
	UNION
	SELECT "words"."provider", "event_key", "txn_id" FROM "words" JOIN "payment_intents" ON "provider_order_id" = "word"
)
UPDATE "webhook_events" SET "txn_id" = "found"."txn_id" FROM "found"
WHERE "webhook_events"."provider" = "found"."provider" AND "webhook_events"."event_key" = "found"."event_key";
