CREATE TABLE "charger_files" (
	"id" text PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"kind" text NOT NULL,
	"command_id" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"name" text,
	"bytes" bigint,
	"sha256" text,
	"stored_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "file_addresses" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"direction" text NOT NULL,
	"file_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firmware_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"signing_certificate" text,
	"signature" text,
	"bytes" bigint,
	"sha256" text,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "charger_files" ADD CONSTRAINT "charger_files_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charger_files_by_charger" ON "charger_files" USING btree ("charger_id","asked_at");--> statement-breakpoint
CREATE INDEX "charger_files_by_age" ON "charger_files" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "file_addresses_by_end" ON "file_addresses" USING btree ("expires_at");