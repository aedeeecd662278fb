CREATE TABLE "disputed_energy" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"booking_id" text,
	"charger_id" text NOT NULL,
	"connector" integer NOT NULL,
	"transaction_id" integer,
	"cause" text NOT NULL,
	"energy_wh" bigint NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"noted_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "rated_w" integer;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "restarted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "meter_suspect" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "disputed_wh" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputed_energy" ADD CONSTRAINT "disputed_energy_booking_id_charging_sessions_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."charging_sessions"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputed_energy_one_a_cause" ON "disputed_energy" USING btree ("transaction_id","cause");