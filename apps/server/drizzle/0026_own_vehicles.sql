ALTER TABLE "driver_vehicles" DROP CONSTRAINT "driver_vehicles_registration";--> statement-breakpoint
ALTER TABLE "driver_vehicles" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "driver_vehicles" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "driver_vehicles_registration_kept" ON "driver_vehicles" USING btree ("driver_id","registration_number") WHERE "driver_vehicles"."removed_at" is null;