ALTER TABLE "vehicle_models" ADD COLUMN "variant" text;--> statement-breakpoint
ALTER TABLE "vehicle_models" ADD COLUMN "launch_year" integer;