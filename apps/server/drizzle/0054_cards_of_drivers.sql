ALTER TABLE "charging_sessions" DROP CONSTRAINT "driver_or_token";--> statement-breakpoint
DROP INDEX "charging_sessions_samples_to_purge";--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD COLUMN "driver_id" bigint;--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD COLUMN "blocked_by_driver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD CONSTRAINT "charging_tokens_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_tokens" VALIDATE CONSTRAINT "charging_tokens_driver_id_drivers_id_fk";--> statement-breakpoint
CREATE INDEX "charging_tokens_driver" ON "charging_tokens" USING btree ("driver_id") WHERE "charging_tokens"."driver_id" is not null;--> statement-breakpoint
CREATE INDEX "charging_sessions_samples_to_purge" ON "charging_sessions" USING btree ("ended_at") WHERE "charging_sessions"."driver_id" is null and "charging_sessions"."samples_purged_at" is null;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "driver_or_token" CHECK (case when "charging_sessions"."driver_id" is null
        then num_nulls("charging_sessions"."token", "charging_sessions"."transaction_id") = 0 and num_nonnulls("charging_sessions"."id_tag", "charging_sessions"."price_paise_per_kwh", "charging_sessions"."gst_basis_points", "charging_sessions"."limit_wh", "charging_sessions"."hold_paise", "charging_sessions"."vehicle_id", "charging_sessions"."target_soc", "charging_sessions"."payer_gstin", "charging_sessions"."payer_name", "charging_sessions"."payer_address") = 0
        else num_nulls("charging_sessions"."price_paise_per_kwh", "charging_sessions"."gst_basis_points", "charging_sessions"."limit_wh", "charging_sessions"."hold_paise") = 0 and num_nonnulls("charging_sessions"."id_tag", "charging_sessions"."transaction_id") > 0 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_sessions" VALIDATE CONSTRAINT "driver_or_token";--> statement-breakpoint
ALTER TABLE "charging_tokens" ADD CONSTRAINT "removed_by_driver" CHECK ("charging_tokens"."removed_at" is null or "charging_tokens"."driver_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_tokens" VALIDATE CONSTRAINT "removed_by_driver";