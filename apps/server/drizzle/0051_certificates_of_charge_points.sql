CREATE TABLE "certificate_roots" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"certificate" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charger_certificates" (
	"serial" text PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"certificate" text NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"command_id" text
);
--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "serial_number" text;--> statement-breakpoint
ALTER TABLE "charger_certificates" ADD CONSTRAINT "charger_certificates_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charger_certificates" ADD CONSTRAINT "charger_certificates_command_id_charger_commands_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."charger_commands"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charger_certificates_of_charger" ON "charger_certificates" USING btree ("charger_id","valid_until");--> statement-breakpoint
CREATE UNIQUE INDEX "charger_certificates_one_a_fingerprint" ON "charger_certificates" USING btree ("fingerprint");