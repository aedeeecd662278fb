CREATE TABLE "charger_messages" (
	"charger_id" text NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"direction" text NOT NULL,
	"action" text,
	"message_id" text,
	"frame" text NOT NULL,
	"answer_code" text,
	"answer" text,
	"latency_ms" integer
) PARTITION BY RANGE ("said_at");
--> statement-breakpoint
CREATE TABLE "charger_messages_default" PARTITION OF "charger_messages" DEFAULT;
--> statement-breakpoint
CREATE INDEX "charger_messages_of_charger" ON "charger_messages" USING btree ("charger_id","said_at");--> statement-breakpoint
ALTER TABLE "meter_samples" ALTER COLUMN "raw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "meter_samples" RENAME TO "meter_samples_before";--> statement-breakpoint
ALTER TABLE "meter_samples_before" RENAME CONSTRAINT "meter_samples_transaction_id_sampled_at_context_pk" TO "meter_samples_before_pk";--> statement-breakpoint
CREATE TABLE "meter_samples" (
	"transaction_id" integer NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"context" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"register_wh" bigint,
	"power_w" integer,
	"soc" double precision,
	"raw" text,
	CONSTRAINT "meter_samples_transaction_id_sampled_at_context_pk" PRIMARY KEY("transaction_id","sampled_at","context")
) PARTITION BY RANGE ("sampled_at");
--> statement-breakpoint
CREATE TABLE "meter_samples_default" PARTITION OF "meter_samples" DEFAULT;--> statement-breakpoint
-- All samples so far become the part of this month and all before it, as they lie there; what is stamped later goes to the DEFAULT one.
DO $$
DECLARE
	month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
	until timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
	EXECUTE format('WITH late AS (DELETE FROM meter_samples_before WHERE sampled_at >= %L RETURNING *) INSERT INTO meter_samples SELECT * FROM late', until);
	EXECUTE format('ALTER TABLE meter_samples_before ADD CONSTRAINT meter_samples_so_far CHECK (sampled_at < %L) NOT VALID', until);
	EXECUTE 'ALTER TABLE meter_samples_before VALIDATE CONSTRAINT meter_samples_so_far';
	EXECUTE format('ALTER TABLE meter_samples ATTACH PARTITION meter_samples_before FOR VALUES FROM (MINVALUE) TO (%L)', until);
	EXECUTE 'ALTER TABLE meter_samples_before DROP CONSTRAINT meter_samples_so_far';
	EXECUTE format('ALTER TABLE meter_samples_before RENAME TO %I', 'meter_samples_' || to_char(month, 'YYYY_MM'));
END $$;
