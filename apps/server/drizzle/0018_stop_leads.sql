CREATE TABLE "charging_stop_leads" (
	"charger_id" text PRIMARY KEY NOT NULL,
	"lead_ms" integer NOT NULL,
	"stops" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charging_stop_leads" ADD CONSTRAINT "charging_stop_leads_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;