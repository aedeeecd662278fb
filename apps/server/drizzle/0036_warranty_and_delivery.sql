CREATE TABLE "delivery_times" (
	"prefix" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"days_from" integer NOT NULL,
	"days_to" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_days" CHECK ("delivery_times"."days_from" between 0 and "delivery_times"."days_to")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "warranty_months" integer;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "delivery_days_from" integer;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "delivery_days_to" integer;