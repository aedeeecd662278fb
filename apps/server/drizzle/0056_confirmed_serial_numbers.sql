DROP INDEX "chargers_raised";--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "pending_profile_restarted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "confirmed_serial_number" text;--> statement-breakpoint
CREATE INDEX "chargers_raised" ON "chargers" USING btree ("pending_profile_taken_at") WHERE "chargers"."pending_profile_taken_at" is not null and not "chargers"."pending_profile_restarted";--> statement-breakpoint
UPDATE "chargers" SET "confirmed_serial_number" = "serial_number" WHERE "seen_profile" = 3;
