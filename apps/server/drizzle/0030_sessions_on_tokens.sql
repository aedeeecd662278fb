CREATE TABLE "charging_tokens" (
	"id_tag" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "id_tag_in_capitals" CHECK ("charging_tokens"."id_tag" = upper("charging_tokens"."id_tag") and length("charging_tokens"."id_tag") <= 20)
);
--> statement-breakpoint
ALTER TABLE "charging_sessions" ALTER COLUMN "driver_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ALTER COLUMN "id_tag" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ALTER COLUMN "price_paise_per_kwh" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ALTER COLUMN "gst_basis_points" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ALTER COLUMN "limit_wh" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ALTER COLUMN "hold_paise" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "samples_purged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "charging_sessions_token_charging_tokens_id_tag_fk" FOREIGN KEY ("token") REFERENCES "public"."charging_tokens"("id_tag") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_sessions" VALIDATE CONSTRAINT "charging_sessions_token_charging_tokens_id_tag_fk";--> statement-breakpoint
CREATE UNIQUE INDEX "charging_sessions_one_a_token_start" ON "charging_sessions" USING btree ("charger_id","connector","token","meter_start_wh","started_at") WHERE "charging_sessions"."token" is not null;--> statement-breakpoint
CREATE INDEX "charging_sessions_samples_to_purge" ON "charging_sessions" USING btree ("ended_at") WHERE "charging_sessions"."token" is not null and "charging_sessions"."samples_purged_at" is null;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "driver_or_token" CHECK (case when "charging_sessions"."token" is null
        then num_nulls("charging_sessions"."driver_id", "charging_sessions"."id_tag", "charging_sessions"."price_paise_per_kwh", "charging_sessions"."gst_basis_points", "charging_sessions"."limit_wh", "charging_sessions"."hold_paise") = 0
        else "charging_sessions"."transaction_id" is not null and num_nonnulls("charging_sessions"."driver_id", "charging_sessions"."id_tag", "charging_sessions"."price_paise_per_kwh", "charging_sessions"."gst_basis_points", "charging_sessions"."limit_wh", "charging_sessions"."hold_paise", "charging_sessions"."vehicle_id", "charging_sessions"."target_soc", "charging_sessions"."payer_gstin", "charging_sessions"."payer_name", "charging_sessions"."payer_address") = 0 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_sessions" VALIDATE CONSTRAINT "driver_or_token";