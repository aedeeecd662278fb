ALTER TABLE "charging_sessions" DROP CONSTRAINT "charging_sessions_vehicle_id_driver_vehicles_id_fk";
--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "charging_sessions_vehicle_id_driver_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."driver_vehicles"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_sessions" VALIDATE CONSTRAINT "charging_sessions_vehicle_id_driver_vehicles_id_fk";--> statement-breakpoint
CREATE INDEX "charging_sessions_vehicle" ON "charging_sessions" USING btree ("vehicle_id");