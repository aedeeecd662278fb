ALTER TABLE "shop_orders" DROP CONSTRAINT "order_total";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "installation_id" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "installation_name" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "installation_hsn" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "installation_gst_rate" integer;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "installation_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "driver_id" bigint;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_installation_id_products_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "shop_orders_installation_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "shop_orders_driver_id_drivers_id_fk";--> statement-breakpoint
CREATE INDEX "shop_orders_driver" ON "shop_orders" USING btree ("driver_id","id");--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "order_installation" CHECK (("shop_orders"."installation_id" is not null) = ("shop_orders"."installation_paise" > 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "order_installation";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "order_total" CHECK ("shop_orders"."total_paise" = ("shop_orders"."price_paise" + "shop_orders"."installation_paise") * "shop_orders"."quantity" + "shop_orders"."shipping_paise") NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "order_total";