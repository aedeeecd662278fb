ALTER TABLE "stations" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "best_power_w" integer;--> statement-breakpoint
CREATE INDEX "charging_sessions_of_charger" ON "charging_sessions" USING btree ("charger_id","created_at");