ALTER TABLE "charging_sessions" DROP CONSTRAINT "charging_sessions_id_tag_unique";--> statement-breakpoint
DROP INDEX "charging_sessions_driver";--> statement-breakpoint
DROP INDEX "charging_sessions_vehicle";--> statement-breakpoint
CREATE UNIQUE INDEX "charging_sessions_id_tag" ON "charging_sessions" USING btree ("id_tag") WHERE "charging_sessions"."id_tag" is not null;--> statement-breakpoint
CREATE INDEX "charging_sessions_driver" ON "charging_sessions" USING btree ("driver_id","created_at") WHERE "charging_sessions"."driver_id" is not null;--> statement-breakpoint
CREATE INDEX "charging_sessions_vehicle" ON "charging_sessions" USING btree ("vehicle_id") WHERE "charging_sessions"."vehicle_id" is not null;