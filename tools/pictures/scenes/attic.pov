// An attic room: sun through two roof windows onto the floor.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 radiosity { pretrace_start .08 pretrace_end .02 count 160 nearest_count 10 error_bound .45 recursion_limit 2 brightness 1.35 } }
#include "shapes.inc"
#default { finish { ambient 0 diffuse .8 } }
#ifndef (T) #declare T=0; #end
sky_sphere { pigment { gradient y color_map { [0 srgb <.97,.92,.86>*.95][.35 srgb <.70,.85,.98>*1.0][1 srgb <.30,.58,.92>*1.0] } } }
light_source { <22,110,84>*3 srgb <1,.93,.82>*2.5 area_light <12,0,0>,<0,12,0>,5,5 jitter adaptive 1 circular orient }
#ifndef (Blind) #declare Blind = 0; #end // 1: close to the windows, one of which has a blind
#if (Blind) camera { location <-1.3,1.55,-2.4> look_at <.22,2.72,4> angle 47 right x*image_width/image_height up y }
#else camera { location <-1.1,2.0,-5.6> look_at <.35,1.95,2> angle 54 right x*image_width/image_height up y } #end
#declare Wall = texture { pigment { srgb <.93,.915,.89> } finish { diffuse .82 } }
#declare R=seed(3);
#declare i=-14; #while (i<14) #declare j=0; #while (j<5)
 box { <i*.42+.006,-.1,-8+j*3.6+mod(i,3)*.9+.006>,<i*.42+.414,0,-8+j*3.6+3.6+mod(i,3)*.9> texture { pigment { wood turbulence .08 scale <.05,.05,2.2> rotate x*(86+rand(R)*4) translate rand(R)*9 color_map { [0 srgb <.74,.62,.49>*(.86+.2*rand(R))][.7 srgb <.66,.53,.40>][1 srgb <.76,.64,.51>] } } finish { diffuse .75 specular .2 roughness .05 reflection { .0,.10 } } } }
 #declare j=j+1; #end #declare i=i+1; #end
// the slope, with the holes of two windows; local: x across, y up the slope, origin at the knee wall
#declare L=48;
#macro Hole(X) box { <X-.72,1.15,-1>,<X+.72,3.35,1> } #end
union {
 difference { box { <-9,0,0>,<9,8,.34> } Hole(-.95) Hole(1.35) texture { Wall } }
 #declare k=0; #while (k<2) #declare X=(k=0?-.95:1.35);
  union { difference { box { <X-.72,1.15,.10>,<X+.72,3.35,.40> } box { <X-.60,1.27,-1>,<X+.60,3.23,1> } pigment { srgb <.84,.66,.44> } finish { diffuse .8 specular .15 } }
   union { difference { box { <X-.60,1.27,.14>,<X+.60,3.23,.26> } box { <X-.50,1.38,-1>,<X+.50,3.12,1> } pigment { srgb <.82,.63,.41> } finish { diffuse .8 specular .15 } }
    cylinder { <X-.4,3.16,.06>,<X+.4,3.16,.06>,.03 pigment { srgb .8 } finish { specular .6 } }
    #if (Blind & k=0) box { <X-.52,2.30,.08>,<X+.52,3.16,.10> pigment { srgb <.20,.27,.38> } finish { diffuse .85 } } box { <X-.54,2.24,.05>,<X+.54,2.32,.11> pigment { srgb .75 } finish { specular .5 } } box { <X-.56,3.08,.02>,<X+.56,3.24,.13> pigment { srgb .75 } finish { specular .5 } } #end
    #if (k=1) translate <0,-2.25,-.2> rotate x*9 translate <0,2.25,.2> #end } }
 #declare k=k+1; #end
 rotate x*-(90-L)  translate <0,1.05,4.2> }
box { <-9,0,4.2>,<9,1.06,4.5> texture { Wall } }
box { <-9,0,4.12>,<9,.12,4.2> pigment { srgb <.96,.955,.94> } }
box { <-3.3,0,-9>,<-3.2,9,9> texture { Wall } } box { <4.1,0,-9>,<4.2,9,9> texture { Wall } } box { <-9,0,-9>,<9,9,-8.9> texture { Wall } }
box { <-9,-.3,-9>,<9,-.08,9> pigment { srgb .2 } }
// rug, chair, plant
superellipsoid { <.12,1> rotate x*0 scale <1.5,1.0,.02> rotate x*90 translate <.7,.012,1.5> pigment { srgb <.80,.79,.76> } normal { granite .3 scale .05 } }
#declare l=0; #while (l<4) cylinder { <2.2,0,2.35>+vrotate(<(mod(l,2)*2-1)*.66,0,(int(l/2)*2-1)*.5>,y*-34),<2.2,.34,2.35>+vrotate(<(mod(l,2)*2-1)*.62,0,(int(l/2)*2-1)*.46>,y*-34),.05 pigment { srgb <.62,.45,.30> } } #declare l=l+1; #end
#declare Ch = srgb <.24,.30,.38>;
union { superellipsoid { <.3,.3> scale <.72,.20,.66> translate <0,.48,0> } superellipsoid { <.3,.25> scale <.72,.56,.15> rotate x*12 translate <0,.92,.62> } superellipsoid { <.3,.3> scale <.12,.34,.62> translate <-.76,.58,0> } superellipsoid { <.3,.3> scale <.12,.34,.62> translate <.76,.58,0> }
 pigment { color Ch } normal { granite .12 scale .05 } rotate y*-34 translate <2.2,0,2.35> scale 1 }
superellipsoid { <.4,.35> scale <.34,.26,.12> rotate x*20 rotate y*-34 translate <2.08,.86,2.42> pigment { srgb <.76,.30,.19> } normal { granite .15 scale .04 } }
union { lathe { linear_spline 5 <0,0>,<.26,0>,<.34,.52>,<.30,.52>,<0,.46> pigment { srgb <.93,.92,.90> } }
 #declare i=0; #while (i<13) #declare a=i*137.5; sphere_sweep { b_spline 6 <0,.2,0>,.02 <0,.4,0>,.03 <.08,.9+.3*rand(R),0>,.045 <.30,1.25+.35*rand(R),0>,.085 <.56,1.30+.3*rand(R),0>,.02 <.7,1.2,0>,.004 scale <1,1,.45> rotate y*a pigment { srgb <.22,.42,.27>*(.8+.5*rand(R)) } finish { specular .2 } } #declare i=i+1; #end
 translate <-2.35,0,2.9> }
