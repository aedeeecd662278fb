ALTER TABLE "shop_orders" DROP CONSTRAINT "order_total";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "order_quantity" CHECK ("shop_orders"."quantity" between 1 and 10) NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "order_total" CHECK ("shop_orders"."total_paise" = "shop_orders"."price_paise" * "shop_orders"."quantity" + "shop_orders"."shipping_paise") NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "order_quantity";--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "order_total";