CREATE TABLE "charger_security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"type" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"tech_info" text,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "admission" text DEFAULT 'accepted' NOT NULL;--> statement-breakpoint
ALTER TABLE "refused_transactions" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD COLUMN "parent_id_tag" text;--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD COLUMN "shared" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "charger_security_events" ADD CONSTRAINT "charger_security_events_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charger_security_events_of_charger" ON "charger_security_events" USING btree ("charger_id","received_at");