ALTER TABLE "driver_vehicles" ADD COLUMN "told_battery_wh" integer;--> statement-breakpoint
ALTER TABLE "driver_vehicles" ADD COLUMN "told_connector_types" text[];