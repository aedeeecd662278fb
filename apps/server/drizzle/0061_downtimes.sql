CREATE TABLE "charger_downtimes" (
	"charger_id" text NOT NULL,
	"connector" integer NOT NULL,
	"cause" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "downtime_cause" CHECK ("charger_downtimes"."cause" in ('link', 'status', 'withheld'))
);
--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "first_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charger_downtimes" ADD CONSTRAINT "charger_downtimes_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charger_downtimes_one_open" ON "charger_downtimes" USING btree ("charger_id","connector","cause") WHERE "charger_downtimes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "charger_downtimes_of_charger" ON "charger_downtimes" USING btree ("charger_id","ended_at");