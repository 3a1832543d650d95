// A flat roof above the town, with four windows.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 }
#include "shapes.inc"
#default { finish { ambient 0 diffuse .8 } }
sky_sphere { pigment { gradient y color_map { [0 srgb <.93,.95,.97>][.08 srgb <.78,.89,.98>][.3 srgb <.42,.68,.94>][1 srgb <.20,.48,.82>] } } 
 pigment { bozo turbulence .75 octaves 5 omega .5 lambda 2.2 color_map { [0 rgbt <1,1,1,1>][.54 rgbt <1,1,1,1>][.82 rgbt <1,1,1,.3>][1 rgbt <1,1,1,.1>] } scale <.7,.14,.5> } }
light_source { <-300,260,-160> srgb <1,.96,.88>*1.2 area_light <60,0,0>,<0,60,0>,4,4 jitter adaptive 1 circular orient }
light_source { <60,60,-60> srgb <.7,.82,1>*.42 shadowless }
camera { location <-3.4,2.9,-7.5> look_at <.3,1.45,2> angle 44 right x*image_width/image_height up y }
box { <-200,-.3,-60>,<200,0,12> pigment { granite scale .12 color_map { [0 srgb <.70,.71,.72>][1 srgb <.84,.84,.83>] } } normal { granite .5 scale .1 } }
#declare Alu = texture { pigment { srgb <.26,.28,.31> } finish { diffuse .6 specular .4 roughness .04 reflection { .02,.12 } } }
#declare W = union {
 difference { Round_Box_Union(<-1.3,0,-1.3>,<1.3,.55,1.3>,.04) box { <-1.05,.3,-1.05>,<1.05,2,1.05> } pigment { srgb .93 } }
 intersection { sphere { <0,-8.3,0>,9.02 } box { <-1.36,.55,-1.36>,<1.36,2,1.36> } pigment { srgb <.30,.50,.72> } finish { diffuse .25 specular .8 roughness .003 reflection { .3,.8 } } }
 difference { intersection { sphere { <0,-8.3,0>,9.035 } box { <-1.4,.5,-1.4>,<1.4,2,1.4> } } box { <-1.24,0,-1.24>,<1.24,3,1.24> } texture { Alu } } }
object { W } object { W translate <4.4,0,2.0> } object { W translate <-4.2,0,3.4> } object { W translate <1.2,0,6.6> }
box { <-40,0,12>,<40,.9,12.4> pigment { srgb .85 } } box { <-40,.9,11.9>,<40,1.0,12.5> texture { Alu } }
plane { y,-8 pigment { srgb <.80,.87,.93> } finish { emission .5 diffuse .5 } } #declare R=seed(11); #declare i=0; #while (i<26) #declare h=.8+rand(R)*2.6; box { <-46+i*3.6,-8,50>,<-46+i*3.6+2.4+rand(R),h,52> pigment { srgb <.74,.83,.91> } finish { emission .42 diffuse .42 } } #declare i=i+1; #end
