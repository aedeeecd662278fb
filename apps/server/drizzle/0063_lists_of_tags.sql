CREATE TABLE "charger_lists" (
	"charger_id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"held" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"command_id" text,
	"pending" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "charger_lists" ADD CONSTRAINT "charger_lists_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;