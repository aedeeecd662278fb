CREATE TABLE "refused_transactions" (
	"transaction_id" integer PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"connector" integer NOT NULL,
	"id_tag" text NOT NULL,
	"booking_id" text,
	"meter_start_wh" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "refused_transactions" ADD CONSTRAINT "refused_transactions_booking_id_charging_sessions_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."charging_sessions"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_transactions_tag" ON "refused_transactions" USING btree ("charger_id","id_tag");--> statement-breakpoint
CREATE INDEX "refused_transactions_open" ON "refused_transactions" USING btree ("charger_id","connector") WHERE "refused_transactions"."stopped_at" is null;