CREATE SEQUENCE "public"."charger_command_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1 CYCLE;--> statement-breakpoint
CREATE TABLE "charger_commands" (
	"id" text PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"operation" text NOT NULL,
	"payload" jsonb NOT NULL,
	"asked_by" text NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"asked_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"patient" boolean NOT NULL,
	"sent_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answer" jsonb,
	"error_code" text,
	"late" boolean DEFAULT false NOT NULL,
	"job" text,
	"request_id" integer,
	"follow_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "command_state" CHECK ("charger_commands"."state" in ('asked', 'sent', 'following', 'done', 'failed', 'refused', 'error', 'timed_out')),
	CONSTRAINT "ended_command" CHECK (("charger_commands"."ended_at" is null) = ("charger_commands"."state" in ('asked', 'sent', 'following')))
);
--> statement-breakpoint
CREATE TABLE "charger_holdings" (
	"charger_id" text NOT NULL,
	"what" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charger_holdings_charger_id_what_key_pk" PRIMARY KEY("charger_id","what","key")
);
--> statement-breakpoint
CREATE TABLE "charger_command_follow_ups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"command_id" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charger_commands" ADD CONSTRAINT "charger_commands_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charger_holdings" ADD CONSTRAINT "charger_holdings_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charger_command_follow_ups" ADD CONSTRAINT "charger_command_follow_ups_command_id_charger_commands_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."charger_commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charger_commands_of_charger" ON "charger_commands" USING btree ("charger_id","asked_at");--> statement-breakpoint
CREATE INDEX "charger_commands_open" ON "charger_commands" USING btree ("charger_id","state") WHERE "charger_commands"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "charger_commands_one_a_key" ON "charger_commands" USING btree ("asked_by","idempotency_key") WHERE "charger_commands"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "charger_command_follow_ups_of_command" ON "charger_command_follow_ups" USING btree ("command_id");