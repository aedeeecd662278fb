ALTER TABLE "shop_orders" ADD COLUMN "refunded_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "order_refunded_units" CHECK ("shop_orders"."refunded_units" between 0 and "shop_orders"."quantity" - 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "order_refunded_units";
